import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { clientOf, type TestClient } from './testing/backend'
import { type SmallDiskProcess, startOnSmallDisk, withMounts } from './testing/small-disk'

let disk: SmallDiskProcess

afterEach(async () => {
  const { process } = disk
  if (process.exitCode === null && process.signalCode === null) {
    process.kill('SIGKILL')
    await once(process, 'exit')
  }
  disk.remove()
})

async function start(freeKb: number) {
  disk = await startOnSmallDisk(freeKb)
  const log = text(disk.process.stderr)
  const [line] = await Promise.race([once(createInterface(disk.process.stdout), 'line'), once(disk.process, 'exit')])
  return { ready: String(line), log }
}

/** Creates codes until a response has another status. Resolves with it and the ids of the created codes. */
async function createUntilRefused({ info }: TestClient) {
  const ids: number[] = []
  for (;;) {
    const { status, body } = await info('InsertCodes', { body: { prmnumber_codes: 99 } })
    if (status !== 200) return { status, body, ids }
    ids.push(...(body as { data: { codes: { id: number }[] } }).data.codes.map(({ id }) => id))
  }
}

describe('an embedded database on a full disk', withMounts, () => {
  const refusal = {
    status: 503,
    body: {
      error: {
        code: 'database_unavailable',
        message: expect.stringMatching(/the disk of .+ is full: \d+ MB free, .+ \(ENOSPC\); free space/),
      },
    },
  }

  it('responds with 503 that names the disk, keeps what it has confirmed, continues once there is room, and stops', async () => {
    const { ready, log } = await start(2_000)
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
    const { log } = await start(0)

    expect(await log).toMatch(/^Cannot use the embedded database in \S+: the disk of \S+ is full: 0 MB free[^\n]+\.\n$/)
    expect(await log).not.toContain('DATA_DIR')
    expect(disk.process.exitCode).toBe(1)
  })
})
