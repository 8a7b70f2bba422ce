import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import type { CompletedPart, S3Client, ServerSideEncryption } from '@aws-sdk/client-s3';
import { type Fault, failed, fault, ok, type Result } from '../../shared/faults.ts';
import type { Artifact, ArtifactStore, StoredArtifact } from './artifact-store.ts';
import { notStored, tooLarge } from './local-store.ts';

/** S3's own limits: a part has 5 MiB at least but for the last, an object 10,000 parts. */
export const partBytesMin = 5 * 1024 * 1024;
const partsMax = 10_000;
/** Pages of a list of parts, a thousand each. */
const partPagesMax = 10;
const requestTimeoutMs = 120_000;
const connectTimeoutMs = 5_000;

export type S3Options = Readonly<{
  bucket: string;
  region: string | null;
  profile: string | null;
  /** Another address than AWS's; then the bucket stands in the path. */
  endpoint: string | null;
  encryption: 'none' | 'AES256' | 'aws:kms';
  kmsKey: string | null;
  /** Files above this go in parts of this size. */
  partBytes: number;
}>;

type Sdk = typeof import('@aws-sdk/client-s3');
type Bucket = { readonly sdk: Sdk; readonly client: S3Client; readonly options: S3Options };

/** Artifacts in S3. The AWS SDK is loaded here and nowhere sooner. */
export async function createS3Store(options: S3Options): Promise<ArtifactStore> {
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    ...(options.region === null ? {} : { region: options.region }),
    ...(options.profile === null ? {} : { profile: options.profile }),
    ...(options.endpoint === null ? {} : { endpoint: options.endpoint, forcePathStyle: true }),
    requestHandler: { requestTimeout: requestTimeoutMs, connectionTimeout: connectTimeoutMs },
  });
  const bucket = { sdk, client, options };
  return {
    put: (artifact, signal) => reported(() => put(bucket, artifact, signal)),
    async link(Key, seconds) {
      try {
        await client.send(new sdk.HeadObjectCommand({ Bucket: options.bucket, Key }));
        const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
        const command = new sdk.GetObjectCommand({ Bucket: options.bucket, Key });
        return ok(await getSignedUrl(client, command, { expiresIn: seconds }));
      } catch (error) {
        return failed(s3Fault(error, `There is no artifact ${Key}, or it cannot be read`));
      }
    },
    read: (key, bytesMax) => read(bucket, key, bytesMax),
    close: () => client.destroy(),
  };
}

async function read(
  { sdk, client, options }: Bucket,
  Key: string,
  bytesMax: number,
): Promise<Result<Buffer | null>> {
  try {
    const found = await client.send(new sdk.GetObjectCommand({ Bucket: options.bucket, Key }));
    const bytes = found.ContentLength ?? Number.POSITIVE_INFINITY;
    if (bytes > bytesMax) return failed(tooLarge(Key, bytes, bytesMax));
    return ok(Buffer.from((await found.Body?.transformToByteArray()) ?? []));
  } catch (error) {
    if (error instanceof sdk.NoSuchKey || error instanceof sdk.NotFound) return ok(null);
    return failed(s3Fault(error, `${Key} cannot be read`));
  }
}

async function put(bucket: Bucket, artifact: Artifact, signal: AbortSignal): Promise<Result<StoredArtifact>> {
  const uri = `s3://${bucket.options.bucket}/${artifact.key}`;
  if (await isStored(bucket, artifact)) return ok({ uri, state: 'already' });
  if (artifact.bytes <= bucket.options.partBytes) await putWhole(bucket, artifact, signal);
  else await putParts(bucket, artifact, signal);
  if (!(await isStored(bucket, artifact))) return failed(notStored('S3 does not have it as it was sent'));
  return ok({ uri, state: 'stored' });
}

/** There under its key, of its size, and by its own word of its content. */
async function isStored(
  { sdk, client, options }: Bucket,
  { key, bytes, sha256 }: Artifact,
): Promise<boolean> {
  try {
    const found = await client.send(new sdk.HeadObjectCommand({ Bucket: options.bucket, Key: key }));
    return found.ContentLength === bytes && found.Metadata?.['sha256'] === sha256;
  } catch (error) {
    if (error instanceof sdk.NotFound) return false;
    throw error;
  }
}

function headersOf({ options }: Bucket, { key, sha256, contentType }: Artifact) {
  const encryption: ServerSideEncryption | null = options.encryption === 'none' ? null : options.encryption;
  return {
    Bucket: options.bucket,
    Key: key,
    ContentType: contentType,
    Metadata: { sha256 },
    ...(encryption === null ? {} : { ServerSideEncryption: encryption }),
    ...(options.kmsKey === null ? {} : { SSEKMSKeyId: options.kmsKey }),
  };
}

// S3 compares the hash before it keeps anything. A buffer and no stream: the SDK can send it again.
async function putWhole(bucket: Bucket, artifact: Artifact, abortSignal: AbortSignal): Promise<void> {
  const { sdk, client } = bucket;
  const command = new sdk.PutObjectCommand({
    ...headersOf(bucket, artifact),
    Body: await readFile(artifact.file),
    ContentLength: artifact.bytes,
    ChecksumSHA256: Buffer.from(artifact.sha256, 'hex').toString('base64'),
  });
  await client.send(command, { abortSignal });
}

async function putParts(bucket: Bucket, artifact: Artifact, abortSignal: AbortSignal): Promise<void> {
  const { sdk, client, options } = bucket;
  const target = { Bucket: options.bucket, Key: artifact.key };
  const size = Math.max(options.partBytes, Math.ceil(artifact.bytes / partsMax));
  const { uploadId, there } = await uploadOf(bucket, artifact);
  const parts: CompletedPart[] = [];
  const handle = await open(artifact.file, 'r');
  try {
    for (let number = 1; (number - 1) * size < artifact.bytes; number += 1) {
      const length = Math.min(size, artifact.bytes - (number - 1) * size);
      const body = Buffer.alloc(length);
      await handle.read(body, 0, length, (number - 1) * size);
      const checksum = createHash('sha256').update(body).digest('base64');
      const before = there.get(number);
      if (before?.ChecksumSHA256 === checksum) {
        parts.push({ PartNumber: number, ETag: before.ETag, ChecksumSHA256: checksum });
        continue;
      }
      const part = {
        ...target,
        UploadId: uploadId,
        PartNumber: number,
        Body: body,
        ChecksumSHA256: checksum,
      };
      const { ETag } = await client.send(new sdk.UploadPartCommand(part), { abortSignal });
      parts.push({ PartNumber: number, ETag, ChecksumSHA256: checksum });
    }
  } finally {
    await handle.close();
  }
  const whole = { ...target, UploadId: uploadId, MultipartUpload: { Parts: parts } };
  await client.send(new sdk.CompleteMultipartUploadCommand(whole), { abortSignal });
}

type Upload = { readonly uploadId: string; readonly there: ReadonlyMap<number, CompletedPart> };

/** The upload that was begun for this key and not finished, with the parts that it has, or a new one. */
async function uploadOf(bucket: Bucket, artifact: Artifact): Promise<Upload> {
  const { sdk, client, options } = bucket;
  const target = { Bucket: options.bucket, Key: artifact.key };
  const list = new sdk.ListMultipartUploadsCommand({ Bucket: options.bucket, Prefix: artifact.key });
  const { Uploads: uploads = [] } = await client.send(list);
  const open = uploads.find(({ Key }) => Key === artifact.key)?.UploadId;
  if (open !== undefined) {
    const there = await partsOf(bucket, { ...target, UploadId: open });
    return { uploadId: open, there };
  }
  const create = new sdk.CreateMultipartUploadCommand({
    ...headersOf(bucket, artifact),
    ChecksumAlgorithm: 'SHA256',
  });
  const { UploadId: uploadId } = await client.send(create);
  if (uploadId === undefined) throw new Error('S3 gave an upload no name');
  return { uploadId, there: new Map() };
}

// By hand: S3 names a next marker also on the last page, which the SDK's own paging would follow for ever.
async function partsOf(
  { sdk, client }: Bucket,
  upload: { readonly Bucket: string; readonly Key: string; readonly UploadId: string },
): Promise<ReadonlyMap<number, CompletedPart>> {
  const there = new Map<number, CompletedPart>();
  let marker: string | undefined;
  for (let page = 0; page < partPagesMax; page += 1) {
    const command = new sdk.ListPartsCommand({
      ...upload,
      ...(marker === undefined ? {} : { PartNumberMarker: marker }),
    });
    const listed = await client.send(command);
    for (const part of listed.Parts ?? [])
      if (part.PartNumber !== undefined) there.set(part.PartNumber, part);
    if (listed.IsTruncated !== true) break;
    marker = listed.NextPartNumberMarker;
  }
  return there;
}

async function reported<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    return failed(s3Fault(error, 'The artifact was not stored'));
  }
}

function s3Fault(error: unknown, what: string): Fault {
  const name = error instanceof Error ? error.name.slice(0, 100) : 'unknown';
  return fault(
    'internal',
    `${what} (S3 says ${name}).`,
    'Look at `artifacts` in config.yaml, the bucket and its rights. The file itself is still in the folder of the run.',
    { job_error: 'ArtifactsNotStored' },
  );
}
