import { beforeEach, describe, expect, it } from 'vitest'
import type { ReleaseStore } from './release-store'
import { STORES, temporaryFolder } from './testing/store'

describe.each(STORES)('a %s', (kind, open) => {
  const mayList = !kind.includes('without')
  let folder: string
  let store: ReleaseStore

  beforeEach(async () => {
    folder = await temporaryFolder()
    store = open(folder)
  })

  const text = async (path: string) => (await store.read(path))?.toString()

  it('is empty at first', async () => {
    expect(await store.read('mf-codes/live.json')).toBeUndefined()
    expect(await store.list('mf-codes')).toEqual(mayList ? [] : undefined)
    expect(await store.remotes()).toEqual(mayList ? [] : undefined)
    await store.remove('mf-codes/live.json')
  })

  it('creates a file once, and takes equal bytes for those of the same writer', async () => {
    expect(await store.create('mf-codes/log/1/1.json', 'ñ')).toBe(true)
    expect(await store.create('mf-codes/log/1/1.json', Buffer.from('ñ'))).toBe(true)
    expect(await store.create('mf-codes/log/1/1.json', 'n')).toBe(false)
    expect(await text('mf-codes/log/1/1.json')).toBe('ñ')
  })

  if (mayList)
    it('lists its remotes, and the files of each', async () => {
      const paths = [
        'mf-codes/1.0.0/a-1@2.js',
        'mf-codes/1.0.0/icons/a.svg',
        'mf-codes/live.json',
        'mf-codes-2/live.json',
      ]
      for (const path of paths) await store.create(path, path)
      expect(((await store.remotes()) ?? []).sort()).toEqual(['mf-codes', 'mf-codes-2'])
      const files = (await store.list('mf-codes')) ?? []
      expect(files.map(({ path }) => path).sort()).toEqual(paths.slice(0, 3))
      for (const { modifiedMs } of files) expect(Math.abs(Date.now() - modifiedMs)).toBeLessThan(60_000)
      for (const path of paths.slice(0, 3)) await store.remove(path)
      expect(await store.list('mf-codes')).toEqual([])
      expect(await text('mf-codes-2/live.json')).toBe('mf-codes-2/live.json')
    })
})
