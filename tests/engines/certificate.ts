import { generateKeyPairSync, sign } from 'node:crypto';

const TAG = { integer: 0x02, bits: 0x03, oid: 0x06, text: 0x0c, time: 0x17, sequence: 0x30 };

/** DER: a tag, a length, the content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  // Browsers accept only the shortest form of the length.
  const long = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...(length < 128 ? [length] : long)]), content]);
}

const bitString = (content: Buffer) => der(TAG.bits, Buffer.from([0]), content);
const pem = (label: string, content: Buffer) =>
  `-----BEGIN ${label}-----\n${content.toString('base64')}\n-----END ${label}-----\n`;

/** A self-signed certificate for servers of this run; the browsers are told to accept any. */
export function createCertificate(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = der(TAG.sequence, der(TAG.oid, Buffer.from('2a8648ce3d040302', 'hex')));
  const commonName = der(TAG.oid, Buffer.from('550403', 'hex'));
  const name = der(
    TAG.sequence,
    der(0x31, der(TAG.sequence, commonName, der(TAG.text, Buffer.from('outside')))),
  );
  const years = ['200101000000Z', '491231235959Z'];
  const certified = der(
    TAG.sequence,
    der(TAG.integer, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    der(TAG.sequence, ...years.map((time) => der(TAG.time, Buffer.from(time)))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = sign('sha256', certified, privateKey);
  const certificate = der(TAG.sequence, certified, ecdsaWithSha256, bitString(signature));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem('CERTIFICATE', certificate),
  };
}
