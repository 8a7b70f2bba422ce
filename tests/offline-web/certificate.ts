import { createHash, X509Certificate } from 'node:crypto';
import { generate } from 'selfsigned';

export type Certificate = {
  readonly cert: string;
  readonly key: string;
  /** What Chromium's `--ignore-certificate-errors-spki-list` takes: this one key is trusted, whatever name it stands for. */
  readonly keyHash: string;
};

/** A certificate of a day, whose key never leaves this process. */
export async function makeCertificate(): Promise<Certificate> {
  const made = await generate([{ name: 'commonName', value: 'offline web' }], {
    algorithm: 'sha256',
    keyType: 'ec',
  });
  const key = new X509Certificate(made.cert).publicKey.export({ type: 'spki', format: 'der' });
  return { cert: made.cert, key: made.private, keyHash: createHash('sha256').update(key).digest('base64') };
}
