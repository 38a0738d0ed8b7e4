import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from 'repo'
import { expect, it, vi } from 'vitest'
import type { Options } from './command-line'
import { contextOf } from './context'

const FOLDER = join(ROOT, 'mf-codes')
const { signal } = new AbortController()
const contextIn = (environment: NodeJS.ProcessEnv, options: Options = {}) =>
  contextOf(options, FOLDER, environment, signal)

it('uses the defaults of npm start', () => {
  expect(contextIn({})).toMatchObject({
    store: { location: join(ROOT, '.data/remotes') },
    shells: ['http://localhost:3000/'],
  })
  expect(contextIn({}).keyFile).toBe(join(ROOT, '.data/release-key.pem'))
})

it('follows the settings of npm start', () => {
  expect(contextIn({ DATA_DIR: '/srv/canje', PORT: '4000' })).toMatchObject({
    store: { location: '/srv/canje/remotes' },
    shells: ['http://localhost:4000/'],
  })
  expect(contextIn({ DATA_DIR: '/srv/canje' }).keyFile).toBe('/srv/canje/release-key.pem')
})

it('resolves a relative path against INIT_CWD, or else the working directory', () => {
  const options = {
    store: 'store',
    key: 'k.pem',
    shell: ['https://a.test/main?tab=x', 'https://b.test'],
  }
  expect(contextIn({ INIT_CWD: '/home/ana/canje' }, options)).toMatchObject({
    store: { location: '/home/ana/canje/store' },
    shells: ['https://a.test/', 'https://b.test/'],
  })
  expect(contextIn({ INIT_CWD: '/home/ana' }, options).keyFile).toBe('/home/ana/k.pem')
  expect(contextIn({}, options)).toMatchObject({ store: { location: join(FOLDER, 'store') } })
})

it('uses the shells of RELEASE_SHELLS, unless the command line names others', () => {
  const environment = { RELEASE_SHELLS: 'https://a.test, https://b.test/' }
  expect(contextIn(environment).shells).toEqual(['https://a.test/', 'https://b.test/'])
  expect(contextIn(environment, { shell: ['https://c.test'] }).shells).toEqual(['https://c.test/'])
})

it('accepts a bucket with credentials', () => {
  expect(() => contextIn({}, { store: 's3://canje/releases' })).toThrow(
    'There are no credentials for s3://canje/releases',
  )
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'id')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
  expect(contextIn({}, { store: 's3://canje/releases' }).store.location).toBe('s3://canje/releases')
  expect(() => contextIn({}, { store: 's3://canje/../x' })).toThrow('is not the URL of a bucket')
  vi.unstubAllEnvs()
})

it('takes the store of RELEASE_STORE, unless one is named', () => {
  expect(contextIn({ RELEASE_STORE: '/srv/releases' }).store.location).toBe('/srv/releases')
  expect(contextIn({ RELEASE_STORE: '/srv/releases' }, { store: '/srv/others' }).store.location).toBe('/srv/others')
  expect(contextIn({ RELEASE_STORE: '' }).store.location).toBe(join(ROOT, '.data/remotes'))
  for (const store of ['', 'host:/srv'])
    expect(() => contextIn({}, { store })).toThrow(/^--store or RELEASE_STORE must be a folder/)
})

it.each([
  ['out', 'package.json/p.tgz', /^--out cannot be written to \S+package\.json: /],
  ['artifacts', 'package.json/pictures', /^--artifacts cannot be written to \S+package\.json\/pictures: /],
])('rejects a path of %s that cannot be written before anything is built', (name, path, message) => {
  expect(() => contextIn({}, { [name]: path })).toThrow(message)
})

it.each(['dist', 'packed', 'out'])('resolves the path of %s', (name) => {
  const INIT_CWD = tmpdir()
  const { options } = contextIn({ INIT_CWD }, { [name]: 'canje-given' })
  expect(options).toEqual({ [name]: join(INIT_CWD, 'canje-given') })
})

it('rejects an invalid setting', () => {
  expect(() => contextIn({ RELEASE_SHELLS: 'https://a.test,b' })).toThrow('RELEASE_SHELLS must be')
  expect(() => contextIn({ PORT: 'x' })).toThrow('PORT must be a port')
})
