import {
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { ObjectStore } from './means.ts';

/** Keys of one listing. */
const keysMax = 10_000;

/** The objects of one bucket. Encryption at rest is the bucket's default, which `cloud/template.yaml` sets. */
export function s3Store(client: S3Client, bucket: string): ObjectStore {
  const bytes = async (key: string): Promise<Uint8Array | null> => {
    try {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
      return (await Body?.transformToByteArray()) ?? null;
    } catch (error) {
      if (error instanceof NoSuchKey) return null;
      throw error;
    }
  };
  return {
    getBytes: bytes,
    async get(key) {
      const found = await bytes(key);
      return found === null ? null : new TextDecoder('utf-8', { fatal: true }).decode(found);
    },
    async put(key, text) {
      const type = key.endsWith('.json') ? 'application/json' : 'text/plain; charset=utf-8';
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: text, ContentType: type }));
    },
    async list(prefix) {
      const keys: string[] = [];
      let from: string | undefined;
      do {
        const page = await client.send(
          new ListObjectsV2Command({
            Bucket: bucket,
            Prefix: prefix,
            ...(from === undefined ? {} : { ContinuationToken: from }),
          }),
        );
        keys.push(...(page.Contents ?? []).flatMap(({ Key }) => (Key === undefined ? [] : [Key])));
        from = page.NextContinuationToken;
      } while (from !== undefined && keys.length < keysMax);
      return keys;
    },
  };
}
