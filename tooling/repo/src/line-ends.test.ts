import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { renderTemplate } from '@canje/create-tab'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ROOT } from './workspace'

const tab = { name: 'mf-premios', id: 'premios', label: 'Premios', order: 6, kind: 'table' }
/** A short one may look like text. */
const COMPRESSED = Buffer.from('a\r\nb')
let folder: string
let repository: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canje-line-ends-'))
  repository = join(folder, 'repository')
  await mkdir(repository)
})
afterEach(() => rm(folder, { recursive: true }))

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], { cwd, stdio: 'pipe' })

/** Commits files with Windows line ends, and clones them as on Windows. @returns reads a file of the clone */
async function cloneOnWindows(attributes: string) {
  await writeFile(join(repository, '.gitattributes'), attributes)
  await writeFile(join(repository, 'Tab.tsx'), 'export default 1\r\n')
  await writeFile(join(repository, 'a.br'), COMPRESSED)
  git(repository, 'init', '--quiet')
  git(repository, 'add', '.')
  git(repository, 'commit', '--quiet', '--message', 'Add a tab')
  git(folder, 'clone', '--quiet', '--config', 'core.autocrlf=true', '--config', 'core.eol=crlf', repository, 'clone')
  return (name: string) => readFile(join(folder, 'clone', name))
}

it('has the same line ends in every clone of this repository', async () => {
  const read = await cloneOnWindows(await readFile(join(ROOT, '.gitattributes'), 'utf8'))
  expect((await read('Tab.tsx')).toString()).toBe('export default 1\n')
  expect(await read('a.br')).toEqual(COMPRESSED)
})

it('has the same line ends in every clone of a repository from the template', async () => {
  const read = await cloneOnWindows(renderTemplate(tab, 'standalone').get('.gitattributes') ?? '')
  expect((await read('Tab.tsx')).toString()).toBe('export default 1\n')
})
