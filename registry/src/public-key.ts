import * as v from 'valibot'

/** The public key that shells are given: the 32 bytes of an Ed25519 key (RFC 8032), in base64. */
export const PublicKey = v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 bytes in base64'))
