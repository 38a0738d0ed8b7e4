import { createHash, createPrivateKey, X509Certificate } from 'node:crypto'
import { expect, it } from 'vitest'
import { selfSigned } from './self-signed'

it('issues a certificate for its key, signed with that key', () => {
  const { key, cert, pin } = selfSigned()
  const certificate = new X509Certificate(cert)
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  expect(certificate.checkPrivateKey(createPrivateKey(key))).toBe(true)
  const publicKey = certificate.publicKey.export({ type: 'spki', format: 'der' })
  expect(pin).toBe(createHash('sha256').update(publicKey).digest('base64'))
})
