import { createHash, randomUUID } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { sql } from 'kysely'
import type { Database } from '../database/schema'
import { secretOf } from '../database/secret'
import type { Account } from './accounts'

const algorithm = 'HS256'
/** Specification §9. */
const lifetimeSeconds = 600

export type Sessions = Awaited<ReturnType<typeof createSessions>>

/** Creates sessions signed with a secret from the database, so that they survive a restart of the backend. */
export async function createSessions(database: Database) {
  const secret = await secretOf(database, 'token_secret')
  const current = ({ id, version }: Claims) =>
    database
      .selectFrom('staff_accounts')
      .select('id')
      .where('id', '=', id)
      .where('disabled_at', 'is', null)
      .where('token_version', '=', version)
  /** The claims of a valid token. */
  const valid = async (authorization: string | undefined) => {
    const claims = await claimsOf(authorization, secret)
    const account =
      claims &&
      (await current(claims)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('revoked_tokens').select('token_hash').where('token_hash', '=', claims.hash))),
        )
        .executeTakeFirst())
    return account && claims
  }
  return {
    /**
     * Issues a token for the account, valid for ten minutes.
     * @returns undefined when the account has another password by now, or is disabled or deleted
     */
    issue: async ({ id, version }: Claims) => {
      if (!(await current({ id, version }).executeTakeFirst())) return undefined
      return (
        new SignJWT({ version })
          .setProtectedHeader({ alg: algorithm })
          .setSubject(String(id))
          // Two sign-ins in the same second get two tokens, so that each is revoked alone.
          .setJti(randomUUID())
          .setIssuedAt()
          .setExpirationTime(`${lifetimeSeconds} seconds`)
          .sign(secret)
      )
    },
    /**
     * The account of `Bearer <token>`; 0 for a missing, expired, tampered or revoked token, or a deleted or disabled account
     * (D3, validation of a session).
     */
    accountOf: async (authorization: string | undefined) => (await valid(authorization))?.id ?? 0,
    /** Revokes the token of `Bearer <token>`. Resolves with its account; 0 when it was not valid. */
    revoke: async (authorization: string | undefined) => {
      const claims = await valid(authorization)
      if (!claims) return 0
      const revoked = await database
        .insertInto('revoked_tokens')
        .values({ token_hash: claims.hash, expires_at: claims.expiry.toISOString() })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      await database.deleteFrom('revoked_tokens').where('expires_at', '<', sql<Date>`now()`).execute()
      return revoked.numInsertedOrUpdatedRows === 1n ? claims.id : 0
    },
  }
}

/** The account of a token, at the version of its sign-in. */
type Claims = Pick<Account, 'id' | 'version'>

/** @returns undefined for a missing, expired or tampered token. Its hash is one of its id: a token has many spellings. */
async function claimsOf(authorization: string | undefined, secret: Uint8Array) {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? ''
  const options = { algorithms: [algorithm], requiredClaims: ['sub', 'exp', 'jti'] }
  const verified = await jwtVerify(token, secret, options).catch(() => undefined)
  if (!verified) return undefined
  const { sub, version, exp = 0, jti = '' } = verified.payload
  const hash = createHash('sha256').update(jti).digest('base64url')
  return { id: Number(sub), version: Number(version), expiry: new Date(exp * 1000), hash }
}
