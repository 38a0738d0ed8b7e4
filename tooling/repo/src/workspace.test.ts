import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findRemotes } from '@canje/cli/project'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findPackages } from './workspace'

let root: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'canje-workspace-'))
  const tab = { id: 'premios', label: 'Premios', order: 6 }
  await add('shell', {})
  await add('mf-prizes', { canje: { tab, budget: { firstLoad: 18 } } })
  await add('mf-unfinished', {})
  await add('shared-auth', {})
  await mkdir(join(root, 'docs'))
})
afterAll(() => rm(root, { recursive: true }))

async function add(name: string, manifest: object) {
  await mkdir(join(root, name))
  await writeFile(join(root, name, 'package.json'), JSON.stringify({ name, version: '1.0.0', ...manifest }))
}

const names = (packages: { name: string }[]) => packages.map(({ name }) => name)

it('finds every folder that is a package', () => {
  expect(names(findPackages(root))).toEqual(['mf-prizes', 'mf-unfinished', 'shared-auth', 'shell'])
})

it('reads the budget of a tab from its package.json', () => {
  expect(findRemotes(root)).toMatchObject([{ budget: { firstLoad: 18 } }])
})

it('recognizes a remote by its canje.tab block', () => {
  expect(names(findRemotes(root))).toEqual(['mf-prizes'])
})
