import { createPrivateKey, X509Certificate } from 'node:crypto'
import { expect, it } from 'vitest'
import { selfSigned } from './self-signed'

it('issues a certificate for its key, signed with that key', () => {
  const { key, cert } = selfSigned()
  const certificate = new X509Certificate(cert)
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  expect(certificate.checkPrivateKey(createPrivateKey(key))).toBe(true)
})
