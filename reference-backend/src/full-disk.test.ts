import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { clientOf } from './testing/backend'
import { startOnSmallDisk, withMounts } from './testing/small-disk'

let backend: Awaited<ReturnType<typeof startOnSmallDisk>>

afterEach(async () => {
  const { process } = backend
  if (process.exitCode === null && process.signalCode === null) {
    process.kill('SIGKILL')
    await once(process, 'exit')
  }
  backend.remove()
})

/** Resolves when the process is ready or has ended. */
async function start(freeKb: number) {
  backend = await startOnSmallDisk(freeKb)
  const log = text(backend.process.stderr)
  const lines = createInterface(backend.process.stdout)
  const [line] = await Promise.race([once(lines, 'line'), once(backend.process, 'exit')])
  return { ...backend, ready: String(line), log }
}

/** Creates codes until a response has another status. Resolves with it and the ids of the created codes. */
async function createUntilRefused({ info }: ReturnType<typeof clientOf>) {
  const ids: number[] = []
  for (;;) {
    const { status, body } = await info('InsertCodes', { body: { prmnumber_codes: 99 } })
    if (status !== 200) return { status, body, ids }
    ids.push(...(body as { data: { codes: { id: number }[] } }).data.codes.map(({ id }) => id))
  }
}

const refusalFor = (reason: RegExp) => ({
  status: 503,
  body: { error: { code: 'database_unavailable', message: expect.stringMatching(reason) } },
})

describe('an embedded database on a full disk', withMounts, () => {
  const refusal = refusalFor(/the disk of .+ is full: \d+ MB free, .+ \(ENOSPC\); free space/)

  it('responds with 503 that names the disk, keeps what it has confirmed, continues once there is room, and stops', async () => {
    const { ready, log, ...disk } = await start(2_000)
    const client = clientOf(JSON.parse(ready))

    const { ids, ...first } = await createUntilRefused(client)
    expect(first).toEqual(refusal)
    for (const response of [client.info('health'), client.security('health'), client.info('SelectCodes')])
      expect(await response).toMatchObject(refusal)

    disk.free()
    expect(await client.info('health')).toMatchObject({ status: 200 })
    const kept = (await client.rows<{ id: number }>('SelectCodes')).map(({ id }) => id)
    expect(kept).toEqual(expect.arrayContaining(ids))

    disk.fill()
    expect(await createUntilRefused(client)).toMatchObject(refusal)
    const ended = once(disk.process, 'exit')
    disk.process.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(await log).toContain('is full: 0 MB free')
  })

  it('ends the start with a line that names the disk, and no other directory', async () => {
    const { log, process } = await start(0)

    expect(await log).toMatch(/^Cannot use the embedded database in \S+: the disk of \S+ is full: 0 MB free[^\n]+\.\n$/)
    expect(await log).not.toContain('DATA_DIR')
    expect(process.exitCode).toBe(1)
  })
})
