import { json } from 'node:stream/consumers'
import { createBrotliDecompress } from 'node:zlib'
import type { BackendHost } from './backend-host'
import { send } from './backend-requests'

interface Code {
  id: number
  name: string
  used: number
}

/** The outcome of concurrent work by many members of staff. */
export interface StaffRun {
  requests: number
  errors: number
  /** The number of lost codes, undeleted codes and duplicate names. */
  wrongCodes: number
}

const staffCount = 50
const codesAtOnce = 5

/**
 * Simulates fifty members of staff who list, filter, create and delete codes for `seconds`. Each deletes only codes of
 * their own share, so that every status but 200 is an error.
 */
export async function simulateStaff(host: BackendHost, seconds: number, stop: AbortSignal): Promise<StaffRun> {
  const { apiUrl } = host
  const authorization = await host.signIn()
  let requests = 0
  let errors = 0
  let created = 0
  const deleted = new Set<number>()
  const request = async (path: string, body?: object) => {
    requests++
    const response = await send({ url: `${apiUrl}/${path}`, authorization, ...(body && { body }) })
    const plain = response.headers['content-encoding'] ? response.pipe(createBrotliDecompress()) : response
    const content = (await json(plain)) as { data?: unknown }
    if (response.statusCode !== 200) errors++
    return content
  }
  const codes = async () => ((await request('SelectCodes')) as { data: { data: Code[] } }).data.data
  const before = await codes()
  const end = performance.now() + seconds * 1000
  const member = async (share: number) => {
    let mine: number[] = []
    for (let turn = share; performance.now() < end; turn++) {
      stop.throwIfAborted()
      if (turn % 4 === 0)
        mine = (await codes()).filter(({ id, used }) => used === 0 && id % staffCount === share).map(({ id }) => id)
      if (turn % 4 === 1)
        await request('InsertCodes', { prmnumber_codes: codesAtOnce }).then(() => {
          created += codesAtOnce
        })
      if (turn % 4 === 2) await request('SelectScores', { prmNameOrPhone: `nombre ${turn}` })
      const id = mine.pop()
      if (turn % 4 === 3 && id !== undefined) await request('DeleteCode', { prmCodeId: id }).then(() => deleted.add(id))
    }
  }
  await Promise.all(Array.from({ length: staffCount }, (_, share) => member(share)))
  const after = await codes()
  return { requests, errors, wrongCodes: wrongCodes(before, after, created, deleted) }
}

/**
 * Compares the list of codes with the one expected after `created` creations and the deletions.
 *
 * @returns the number of lost codes, undeleted codes, duplicate names, and codes too many or too few
 */
export function wrongCodes(before: Code[], after: Code[], created: number, deleted: Set<number>): number {
  const present = new Set(after.map(({ id }) => id))
  const lost = before.filter(({ id }) => !deleted.has(id) && !present.has(id)).length
  const undeleted = after.filter(({ id }) => deleted.has(id)).length
  const duplicates = after.length - new Set(after.map(({ name }) => name)).size
  return lost + undeleted + duplicates + Math.abs(before.length + created - deleted.size - after.length)
}
