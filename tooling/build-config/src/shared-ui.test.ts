import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { sharedUiContentId, sharedUiOf } from './shared-ui'

const ROOT = join(import.meta.dirname, '../../..')

it('is the same for all projects of this repository', () => {
  const [shell, codes] = ['shell', 'mf-codes'].map((name) => sharedUiOf(join(ROOT, name)))
  expect(shell).toBe(codes)
  expect(shell).toMatch(/^shared-ui@[\da-f]{12}$/)
})

describe('with installed packages', () => {
  let root: string
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'canje-shared-ui-'))
    await addSharedUi()
    await add('primereact', { dependencies: { transition: '^1.0.0' } })
    for (const name of ['@canje/large-table', 'transition', 'react', '@canje/shared-auth', '@types/grid'])
      await add(name)
  })

  async function add(name: string, manifest: object = {}) {
    const folder = join(root, 'node_modules', name)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'package.json'), JSON.stringify({ name, version: '1.0.0', ...manifest }))
  }
  const addSharedUi = (contentId = 'of-its-code', version = '1.0.0') =>
    add('@canje/shared-ui', {
      version,
      dependencies: { '@canje/large-table': '*', primereact: '*', '@types/grid': '*' },
      peerDependencies: { react: '*', '@canje/shared-auth': '*' },
      canje: { contentId },
    })

  it('takes the published id of its code, and not its version', async () => {
    expect(sharedUiContentId(root)).toBe('of-its-code')
    const before = sharedUiOf(root)
    await addSharedUi('of-its-code', '1.1.0')
    expect(sharedUiOf(root)).toBe(before)
    await addSharedUi('of-other-code')
    expect(sharedUiOf(root)).not.toBe(before)
  })

  it('changes with its sources, but not with those of the host', async () => {
    await addSharedUi('')
    const write = async (path: string) => {
      const file = join(root, 'node_modules/@canje/shared-ui/src', path)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, '')
      return sharedUiContentId(root)
    }
    const id = await write('index.ts')
    expect(await write('host/toasts.ts')).toBe(id)
    expect(await write('table.ts')).not.toBe(id)
  })

  it.each([
    ['primereact', true],
    ['@canje/large-table', false],
    ['react', false],
    ['@types/grid', false],
    ['transition', false],
  ])('depends on the version of %s: %s', async (name, expected) => {
    const before = sharedUiOf(root)
    await add(name, { version: '1.0.1', ...(name === 'primereact' && { dependencies: { transition: '^1.0.0' } }) })
    expect(sharedUiOf(root) !== before).toBe(expected)
  })
})
