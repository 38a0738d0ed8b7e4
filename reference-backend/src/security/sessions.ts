import { createHash, randomUUID } from 'node:crypto'
import { decodeJwt, jwtVerify, SignJWT } from 'jose'
import { sql } from 'kysely'
import type { Database } from '../database/schema'
import { secretOf } from '../database/secret'
import type { Account } from './accounts'

const algorithm = 'HS256'
/** Specification §9. */
const lifetimeSeconds = 600

export interface Sessions {
  /**
   * Issues a token for the account, valid for ten minutes.
   * @returns undefined when the account has another password by now, or is disabled or deleted
   */
  issue(account: Claims): Promise<string | undefined>
  /**
   * The account of `Bearer <token>`; 0 for a missing, expired, tampered or revoked token, or a deleted or disabled account
   * (D3, validation of a session).
   */
  accountOf(authorization: string | undefined): Promise<number>
  /** Revokes the token of `Bearer <token>`. Resolves with its account; 0 when it was not valid. */
  revoke(authorization: string | undefined): Promise<number>
}

/** Creates sessions signed with a secret from the database, so that they survive a restart of the backend. */
export async function createSessions(database: Database): Promise<Sessions> {
  const secret = await secretOf(database, 'token_secret')
  const current = ({ id, version }: Claims) =>
    database
      .selectFrom('staff_accounts')
      .select('id')
      .where('id', '=', id)
      .where('disabled_at', 'is', null)
      .where('token_version', '=', version)
  const accountOf: Sessions['accountOf'] = async (authorization) => {
    const token = tokenOf(authorization)
    const claims = token === undefined ? undefined : await claimsOf(token, secret)
    if (token === undefined || claims === undefined) return 0
    const account = await current(claims)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('revoked_tokens').select('token_hash').where('token_hash', '=', hashOf(token)))),
      )
      .executeTakeFirst()
    return account?.id ?? 0
  }
  return {
    issue: async ({ id, version }) => {
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
    accountOf,
    revoke: async (authorization) => {
      const token = tokenOf(authorization)
      const account = await accountOf(authorization)
      if (token === undefined || account === 0) return 0
      const revoked = await database
        .insertInto('revoked_tokens')
        .values({ token_hash: hashOf(token), expires_at: expiryOf(token).toISOString() })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      await database.deleteFrom('revoked_tokens').where('expires_at', '<', sql<Date>`now()`).execute()
      return revoked.numInsertedOrUpdatedRows === 1n ? account : 0
    },
  }
}

const tokenOf = (authorization: string | undefined) => /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

const expiryOf = (token: string) => new Date((decodeJwt(token).exp ?? 0) * 1000)

/** The account of a token, at the version of its sign-in. */
type Claims = Pick<Account, 'id' | 'version'>

async function claimsOf(token: string, secret: Uint8Array): Promise<Claims | undefined> {
  if (!token.split('.').every(isCanonical)) return undefined
  try {
    const { payload } = await jwtVerify(token, secret, { algorithms: [algorithm], requiredClaims: ['sub', 'exp'] })
    const [id, version] = [Number(payload.sub), Number(payload.version)]
    return Number.isSafeInteger(id) && Number.isSafeInteger(version) ? { id, version } : undefined
  } catch {
    return undefined
  }
}

/** Whether a segment is canonical base64url. Decoders ignore unused bits and padding, so an altered segment may verify. */
function isCanonical(segment: string): boolean {
  return Buffer.from(segment, 'base64url').toString('base64url') === segment
}
