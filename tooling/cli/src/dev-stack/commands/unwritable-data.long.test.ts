import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startReferenceBackend } from '@canje/reference-backend'
import { copyEmptyDatabase, withMounts } from '@canje/reference-backend/testing'
import { ROOT } from 'repo'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runUnwritable, type Unwritable } from '../testing/unwritable'

const RUN = join(ROOT, 'tooling/cli/src/canje.mjs')
const IS_FULL = / is full: \d+ MB free/
const readOnly: Unwritable = { kind: 'read-only' }
const full = (freeKb: number, folder = '.'): Unwritable => ({ kind: 'full', folder, freeKb })

let folder: string
const data = () => join(folder, 'data')

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canje-unwritable-'))
  const directory = join(data(), 'database')
  await copyEmptyDatabase(directory)
  const backend = await startReferenceBackend({
    database: { kind: 'embedded', directory },
    securityPort: 0,
    apiPort: 0,
    allowedOrigins: [],
    seed: { users: 0, codes: 0, scores: 0, referrals: 0 },
    admin: { user: 'admin', password: 'demo-1234' },
    logLevel: 'silent',
  })
  await backend.close()
})
afterAll(() => rm(folder, { recursive: true }))

async function run(command: readonly [string, ...string[]], unwritable: Unwritable) {
  const [mounted, differences] = [join(folder, 'mounted'), join(folder, 'differences')]
  await mkdir(mounted, { recursive: true })
  const ended = await runUnwritable(command, unwritable, { data: data(), mounted, differences }, {}, 'another-secret')
  return { ...ended, differences: await readFile(differences, 'utf8') }
}

describe('with data that cannot be written, one line and nothing changed:', withMounts, () => {
  const cases: [string, readonly [string, ...string[]], Unwritable, RegExp][] = [
    ['passwd, read-only', [RUN, 'staff', 'passwd', 'admin'], readOnly, /database is read-only \(EROFS\)/],
    ['passwd, full', [RUN, 'staff', 'passwd', 'admin'], full(0), IS_FULL],
  ]
  it.each(cases)('%s', async (_case, command, unwritable, reason) => {
    const { stderr, ...ended } = await run(command, unwritable)
    expect(stderr).toMatch(/^Cannot [^\n]+\.\n$/)
    expect(stderr).toMatch(reason)
    expect(ended).toEqual({ code: 1, stdout: '', differences: '' })
  })
})
