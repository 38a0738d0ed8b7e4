import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { decodeJwt, jwtVerify, SignJWT } from 'jose'
import { sql } from 'kysely'
import type { Database } from '../database/schema'

const algorithm = 'HS256'
/** Specification §9. */
const lifetimeSeconds = 600
const secretSetting = 'token_secret'

export interface Sessions {
  /** Issues a token for the account, valid for ten minutes. */
  issue(accountId: number): Promise<string>
  /**
   * The account of `Bearer <token>`; 0 for a missing, expired, tampered or revoked token, or a deleted or disabled account
   * (D3).
   */
  accountOf(authorization: string | undefined): Promise<number>
  /** Revokes the token of `Bearer <token>`. Resolves with whether it was valid. */
  revoke(authorization: string | undefined): Promise<boolean>
}

/** Creates sessions signed with a secret from the database, so that they survive a restart of the backend. */
export async function createSessions(database: Database): Promise<Sessions> {
  const secret = Buffer.from(await secretOf(database), 'base64')
  const accountOf: Sessions['accountOf'] = async (authorization) => {
    const token = tokenOf(authorization)
    const claims = token === undefined ? undefined : await claimsOf(token, secret)
    if (token === undefined || claims === undefined) return 0
    const account = await database
      .selectFrom('staff_accounts')
      .select('id')
      .where('id', '=', claims.id)
      .where('disabled_at', 'is', null)
      .where('token_version', '=', claims.version)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('revoked_tokens').select('token_hash').where('token_hash', '=', hashOf(token)))),
      )
      .executeTakeFirst()
    return account?.id ?? 0
  }
  return {
    issue: async (accountId) => {
      const { token_version: version } = await database
        .selectFrom('staff_accounts')
        .select('token_version')
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow()
      return (
        new SignJWT({ version })
          .setProtectedHeader({ alg: algorithm })
          .setSubject(String(accountId))
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
      if (token === undefined || (await accountOf(authorization)) === 0) return false
      await database
        .insertInto('revoked_tokens')
        .values({ token_hash: hashOf(token), expires_at: expiryOf(token).toISOString() })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await database.deleteFrom('revoked_tokens').where('expires_at', '<', sql<Date>`now()`).execute()
      return true
    },
  }
}

const tokenOf = (authorization: string | undefined) => /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

const expiryOf = (token: string) => new Date((decodeJwt(token).exp ?? 0) * 1000)

interface Claims {
  id: number
  /** The account's `token_version` at the sign-in. */
  version: number
}

async function claimsOf(token: string, secret: Uint8Array): Promise<Claims | undefined> {
  if (!token.split('.').every(isCanonical)) return undefined
  try {
    const { payload } = await jwtVerify(token, secret, { algorithms: [algorithm], requiredClaims: ['sub', 'exp'] })
    // Tokens from before version 0008 of the schema have no version.
    const [id, version] = [Number(payload.sub), Number(payload.version ?? 0)]
    return Number.isSafeInteger(id) && Number.isSafeInteger(version) ? { id, version } : undefined
  } catch {
    return undefined
  }
}

/** Whether a segment is canonical base64url. Decoders ignore unused bits and padding, so an altered segment may verify. */
function isCanonical(segment: string): boolean {
  return Buffer.from(segment, 'base64url').toString('base64url') === segment
}

async function secretOf(database: Database): Promise<string> {
  await database
    .insertInto('settings')
    .values({ name: secretSetting, value: randomBytes(32).toString('base64') })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { value } = await database
    .selectFrom('settings')
    .select('value')
    .where('name', '=', secretSetting)
    .executeTakeFirstOrThrow()
  return value
}
