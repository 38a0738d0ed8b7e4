import { generateKeyPairSync, sign } from 'node:crypto'

/** The TLS certificate of a test's server. */
interface Certificate {
  /** PEM. */
  key: string
  /** PEM. */
  cert: string
}

const SEQUENCE = 0x30
const ECDSA_WITH_SHA256 = der(SEQUENCE, Buffer.from('06082a8648ce3d040302', 'hex'))
const SUBJECT = der(
  SEQUENCE,
  der(0x31, der(SEQUENCE, Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from('bench')))),
)
const VALIDITY = der(SEQUENCE, ...['20260101000000Z', '20990101000000Z'].map((date) => der(0x18, Buffer.from(date))))

/** Creates a key pair and a minimal self-signed certificate (RFC 5280). */
export function selfSigned(): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const [version, serial] = [der(0xa0, der(0x02, Buffer.of(2))), der(0x02, Buffer.of(1))]
  const key = publicKey.export({ type: 'spki', format: 'der' })
  const content = der(SEQUENCE, version, serial, ECDSA_WITH_SHA256, SUBJECT, VALIDITY, SUBJECT, key)
  const signature = der(0x03, Buffer.of(0), sign('sha256', content, privateKey))
  const certificate = der(SEQUENCE, content, ECDSA_WITH_SHA256, signature).toString('base64')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`,
  }
}

/** Encodes a value in ASN.1 DER. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.of(tag, ...sizeOf(content.length)), content])
}

function sizeOf(length: number): number[] {
  if (length < 0x80) return [length]
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
}
