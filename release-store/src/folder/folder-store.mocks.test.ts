import { chmod, link, mkdir, open, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ReleaseStore } from '../release-store'
import { temporaryFolder } from '../testing/store'
import { openFolder } from './folder-store'

// A spy on the real module, for file systems that this machine does not have.
vi.mock(import('node:fs/promises'), { spy: true })

let folder: string
let store: ReleaseStore

beforeEach(async () => {
  folder = await temporaryFolder()
  store = openFolder(join(folder, 'office/store'))
})
afterEach(() => void vi.mocked(link).mockReset())

const modeOf = async (path: string) => ((await stat(join(folder, path))).mode & 0o777).toString(8)
const hidden = async () => (await readdir(folder, { recursive: true })).filter((path) => /(^|\/)\./.test(path))

it.each([0o077, 0o777, 0o000])('lets everybody read what it writes, with the umask %i', async (umask) => {
  const before = process.umask(umask)
  onTestFinished(() => void process.umask(before))
  await store.create('mf-codes/1.0.0/icons/a.svg', '<svg/>')
  for (const content of ['1', '2']) await store.replace('mf-codes/live.json', content)
  for (const path of ['office', 'office/store', 'office/store/mf-codes', 'office/store/mf-codes/1.0.0/icons'])
    expect([path, await modeOf(path)]).toEqual([path, '755'])
  for (const path of ['office/store/mf-codes/1.0.0/icons/a.svg', 'office/store/mf-codes/live.json'])
    expect([path, await modeOf(path)]).toEqual([path, '644'])
})

it('keeps the modes of the folders that exist', async () => {
  await mkdir(join(folder, 'office/store/mf-codes'), { recursive: true })
  await chmod(join(folder, 'office/store/mf-codes'), 0o2775)
  await store.create('mf-codes/log/1/1.json', '1')
  expect(await modeOf('office/store/mf-codes')).toBe('775')
})

it('gives a file that it replaces a later time in whole seconds, by which web servers tell the contents apart', async () => {
  const seconds: number[] = []
  for (const content of ['1', '2', '3']) {
    await store.replace('mf-codes/live.json', content)
    seconds.push(Math.floor((await stat(join(folder, 'office/store/mf-codes/live.json'))).mtimeMs / 1000))
  }
  const [first = 0] = seconds
  expect(seconds).toEqual([first, first + 1, first + 2])
})

it.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])('says so where there are no hard links (%s)', async (code) => {
  vi.mocked(link).mockRejectedValueOnce(Object.assign(new Error(`${code}: link`), { code }))
  await expect(store.create('mf-codes/log/1/1.json', '1')).rejects.toMatchObject({
    fault: 'unreachable',
    message: `${join(folder, 'office/store')} is on a file system without hard links, which a release store needs: use another one, or a bucket.`,
  })
  expect(await hidden()).toEqual([])
})

it('says that a file system is read-only, of which Node.js says that a folder is missing', async () => {
  const failed = (code: string) => Object.assign(new Error(`${code}: mkdir`), { code })
  vi.mocked(mkdir).mockRejectedValueOnce(failed('ENOENT')).mockRejectedValueOnce(failed('EROFS'))
  await expect(store.create('mf-codes/1.0.0/a.js', '1')).rejects.toMatchObject({ fault: 'unreachable', code: 'EROFS' })
})

it('creates a file once, complete, and leaves nothing of those that were slower', async () => {
  const contents = Array.from({ length: 20 }, (_, index) => `${index}`.repeat(100_000))
  const created = await Promise.all(contents.map((content) => store.create('mf-codes/log/1/1.json', content)))
  expect(created.filter(Boolean)).toHaveLength(1)
  expect((await store.read('mf-codes/log/1/1.json'))?.toString()).toBe(contents[created.indexOf(true)])
  expect(await hidden()).toEqual([])
})

type Change = (...args: unknown[]) => Promise<unknown>
/** The calls that change something; a folder is opened to write its names to the disk. */
const CHANGES: Record<string, unknown> = { chmod, link, mkdir, open, rename, rm, utimes, writeFile }

/**
 * Lets the changes of the file system fail from a number on.
 *
 * @param code without one, the process is killed: nothing of it runs any more, and a write is left half done
 * @returns lets all succeed again
 */
async function failFrom(first: number, code?: 'ENOSPC'): Promise<() => void> {
  const original: Record<string, Change> = { ...(await vi.importActual('node:fs/promises')) }
  let count = 0
  for (const [name, spy] of Object.entries(CHANGES))
    vi.mocked(spy as Change).mockImplementation(async (...args) => {
      const isSpared = code && !['mkdir', 'writeFile'].includes(name)
      if (count++ < first || isSpared) return original[name]?.(...args)
      if (name === 'writeFile') await original.writeFile?.(args[0], String(args[1]).slice(0, 1))
      throw Object.assign(new Error(code ?? 'killed'), { code })
    })
  return () => {
    for (const spy of Object.values(CHANGES)) vi.mocked(spy as Change).mockReset()
  }
}

describe.each([
  ['is killed', undefined],
  ['has no room', 'ENOSPC'],
] as const)('a process that %s at any change', (_what, code) => {
  it.each(['create', 'replace'] as const)(
    'leaves the old file or the new one, complete, when it would %s it',
    async (method) => {
      const path = 'mf-codes/log/1/1.json'
      const read = async () => (await store.read(path))?.toString()
      let isFinished = false
      for (let first = 0; !isFinished; first++) {
        await rm(folder, { recursive: true })
        await mkdir(folder)
        if (method === 'replace') await store.replace(path, 'old')
        const before = await read()
        const succeed = await failFrom(first, code)
        isFinished = await store[method](path, 'new').then(
          () => true,
          () => false,
        )
        succeed()
        expect([before, 'new']).toContain(await read())
        if (code) expect(await hidden()).toEqual([])
        await store[method](path, 'new')
        expect(await read()).toBe('new')
      }
    },
  )
})

describe.each([
  ['EACCES', 'unreachable'],
  ['ELOOP', 'damaged'],
])('%s of the file system', (code, fault) => {
  it.each<[string, () => Promise<unknown>]>([
    ['read', () => store.read('mf-codes/live.json')],
    ['create', () => store.create('mf-codes/log/1/1.json', '1')],
    ['replace', () => store.replace('mf-codes/live.json', '1')],
    ['remove', () => store.remove('mf-codes/live.json')],
    ['list', () => store.list('mf-codes')],
    ['remotes', () => store.remotes()],
  ])(`is a StoreError of %s, ${fault}`, async (_method, run) => {
    const spies = [readFile, readdir, mkdir, rm] as unknown as Change[]
    const error = Object.assign(new Error(`${code}: failed`), { code })
    for (const spy of spies) vi.mocked(spy).mockRejectedValue(error)
    const result = await run().catch((thrown: unknown) => thrown)
    for (const spy of spies) vi.mocked(spy).mockReset()
    expect(result).toMatchObject({
      name: 'StoreError',
      fault,
      code,
      message: expect.stringContaining(`${code}: failed`),
    })
  })
})

it('has nothing below a file that is in the place of a folder, and changes nothing there', async () => {
  await store.create('mf-codes/log', '1')
  await writeFile(join(folder, 'office/store/mf-users'), '1')
  expect(await store.read('mf-codes/log/1/1.json')).toBeUndefined()
  expect(await store.list('mf-users')).toEqual([])
  await store.remove('mf-codes/log/1/1.json')
  const damaged = { name: 'StoreError', fault: 'damaged' }
  await expect(store.create('mf-codes/log/1/1.json', '1')).rejects.toMatchObject(damaged)
  await expect(store.replace('mf-users/live.json', '1')).rejects.toMatchObject(damaged)
})
