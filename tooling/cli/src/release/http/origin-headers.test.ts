import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@canje/release-store/testing'
import { expect, it } from 'vitest'
import { readOriginHeaders } from './origin-headers'

const OFFICE = 'https://office.example.com'

async function read(content: string, urls: string[] = []) {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'headers.json'), content)
  return readOriginHeaders({ RELEASE_HEADERS: 'headers.json' }, folder, urls)
}

it('reads the headers of each origin', async () => {
  const headers = { [OFFICE]: { 'CF-Access-Client-Id': 'a', 'CF-Access-Client-Secret': 'b' } }
  expect(await read(JSON.stringify(headers))).toEqual(headers)
})

it('makes a header of user and password in a URL', async () => {
  const shell = 'https://ana:p%40ss%25word@office.example.com/main'
  const Authorization = `Basic ${Buffer.from('ana:p@ss%word').toString('base64')}`
  expect(readOriginHeaders({}, '/', [shell, 'https://other.example.com/', 'shell/dist'])).toEqual({
    [OFFICE]: { Authorization },
  })
  expect(await read(JSON.stringify({ [OFFICE]: { Accept: '*/*' } }), [shell])).toEqual({
    [OFFICE]: { Accept: '*/*', Authorization },
  })
})

it.each([
  ['no JSON', `{ "${OFFICE}": top-secret }`],
  ['a URL with a path', JSON.stringify({ [`${OFFICE}/top-secret`]: { A: 'b' } })],
  ['an origin with a password', JSON.stringify({ 'https://ana:top-secret@office.example.com': { A: 'b' } })],
  ['a name that is none', JSON.stringify({ [OFFICE]: { 'top-secret name': 'b' } })],
  ['a value with a line break', JSON.stringify({ [OFFICE]: { A: 'top-secret\r\nB: c' } })],
  ['a value that is no text', JSON.stringify({ [OFFICE]: { A: ['top-secret'] } })],
])('quotes nothing of a file with %s', async (_description, content) => {
  const reading = read(content)
  await expect(reading).rejects.toThrow(/headers\.json, which is invalid: write \{/)
  await expect(reading).rejects.not.toThrow('top-secret')
})

it('names a file that cannot be read', () => {
  expect(() => readOriginHeaders({ RELEASE_HEADERS: '/no/such/file' }, '/', [])).toThrow(
    'RELEASE_HEADERS names a file that cannot be read: ENOENT',
  )
})
