import { json } from 'node:stream/consumers'
import { createBrotliDecompress } from 'node:zlib'
import { send } from './backend-calls'
import type { BackendHost } from './backend-host'

interface Code {
  id: number
  name: string
  used: number
}

/** What came of many members of staff at work at once. */
export interface Shift {
  calls: number
  errors: number
  /** Codes in the list that should not be, codes missing from it, and names that two codes have. */
  wrongCodes: number
}

const staffCount = 50
const codesAtOnce = 5

/**
 * Fifty members of staff list, filter, create and delete codes for a while. Each deletes codes of their own share only,
 * so that every refusal is an error.
 */
export async function workShift(host: BackendHost, seconds: number, stop: AbortSignal): Promise<Shift> {
  const { apiUrl } = host
  const authorization = await host.signIn()
  let calls = 0
  let errors = 0
  let created = 0
  const deleted = new Set<number>()
  const call = async (path: string, body?: object) => {
    calls++
    const answer = await send({ url: `${apiUrl}/${path}`, authorization, ...(body && { body }) })
    const plain = answer.headers['content-encoding'] ? answer.pipe(createBrotliDecompress()) : answer
    const content = (await json(plain)) as { data?: unknown }
    if (answer.statusCode !== 200) errors++
    return content
  }
  const codes = async () => ((await call('SelectCodes')) as { data: { data: Code[] } }).data.data
  const before = await codes()
  const end = performance.now() + seconds * 1000
  const member = async (share: number) => {
    let mine: number[] = []
    for (let turn = share; performance.now() < end; turn++) {
      stop.throwIfAborted()
      if (turn % 4 === 0)
        mine = (await codes()).filter(({ id, used }) => used === 0 && id % staffCount === share).map(({ id }) => id)
      if (turn % 4 === 1)
        await call('InsertCodes', { prmnumber_codes: codesAtOnce }).then(() => {
          created += codesAtOnce
        })
      if (turn % 4 === 2) await call('SelectScores', { prmNameOrPhone: `nombre ${turn}` })
      const id = mine.pop()
      if (turn % 4 === 3 && id !== undefined) await call('DeleteCode', { prmCodeId: id }).then(() => deleted.add(id))
    }
  }
  await Promise.all(Array.from({ length: staffCount }, (_, share) => member(share)))
  const after = await codes()
  return { calls, errors, wrongCodes: wrongCodes(before, after, created, deleted) }
}

/** How many codes are not what creations and deletions should have left of those before. */
export function wrongCodes(before: Code[], after: Code[], created: number, deleted: Set<number>): number {
  const present = new Set(after.map(({ id }) => id))
  const lost = before.filter(({ id }) => !deleted.has(id) && !present.has(id)).length
  const undead = after.filter(({ id }) => deleted.has(id)).length
  const doubled = after.length - new Set(after.map(({ name }) => name)).size
  return lost + undead + doubled + Math.abs(before.length + created - deleted.size - after.length)
}
