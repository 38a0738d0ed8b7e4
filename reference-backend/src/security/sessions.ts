import { randomBytes } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import type { Database } from '../database/schema'

const algorithm = 'HS256'
/** Specification §9. */
const lifetimeSeconds = 600
const secretSetting = 'token_secret'

export interface Sessions {
  /** Issues a token for the account, valid for ten minutes. */
  issue(accountId: number): Promise<string>
  /** The account of `Bearer <token>`; 0 for a missing, expired or tampered token, or a deleted account (D3). */
  accountOf(authorization: string | undefined): Promise<number>
}

/** Creates sessions signed with a secret from the database, so that they survive a restart of the backend. */
export async function createSessions(database: Database): Promise<Sessions> {
  const secret = Buffer.from(await secretOf(database), 'base64')
  return {
    issue: (accountId) =>
      new SignJWT()
        .setProtectedHeader({ alg: algorithm })
        .setSubject(String(accountId))
        .setIssuedAt()
        .setExpirationTime(`${lifetimeSeconds} seconds`)
        .sign(secret),
    accountOf: async (authorization) => {
      const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
      const id = token ? await subjectOf(token, secret) : 0
      if (id === 0) return 0
      const account = await database.selectFrom('staff_accounts').select('id').where('id', '=', id).executeTakeFirst()
      return account?.id ?? 0
    },
  }
}

async function subjectOf(token: string, secret: Uint8Array): Promise<number> {
  if (!token.split('.').every(isCanonical)) return 0
  try {
    const { payload } = await jwtVerify(token, secret, { algorithms: [algorithm], requiredClaims: ['sub', 'exp'] })
    const id = Number(payload.sub)
    return Number.isSafeInteger(id) ? id : 0
  } catch {
    return 0
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
