import { generateKeyPairSync, sign } from 'node:crypto';

// A certificate for a server of a test, made anew each time: X.509, signed by itself. A browser that was told
// to look past errors of certificates takes it.

const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  // In as few bytes as can be: a browser refuses any other.
  const long = body.length < 256 ? [0x81, body.length] : [0x82, body.length >> 8, body.length & 255];
  const length = body.length < 128 ? [body.length] : long;
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
};

const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);
const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');
const ecdsaWithSha256 = sequence(der(0x06, bytes('2a8648ce3d040302')));
const commonName = der(0x06, bytes('550403'));
const name = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from('test')))));
/** The browser takes no certificate that leaves version and extensions out. */
const version3 = der(0xa0, der(0x02, bytes('02')));
const names = sequence(der(0x82, Buffer.from('*.test')));
const extensions = der(0xa3, sequence(sequence(der(0x06, bytes('551d11')), der(0x04, names))));
const validity = sequence(der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('491231235959Z')));

export const makeCertificate = (): { readonly key: string; readonly cert: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const holder = publicKey.export({ type: 'spki', format: 'der' });
  const told = sequence(
    version3,
    der(0x02, bytes('01')),
    ecdsaWithSha256,
    name,
    validity,
    name,
    holder,
    extensions,
  );
  const signature = der(0x03, bytes('00'), sign('sha256', told, privateKey));
  const cert = sequence(told, ecdsaWithSha256, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${cert.replace(/(.{64})/g, '$1\n')}\n-----END CERTIFICATE-----\n`,
  };
};
