import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page, Route } from '@playwright/test'
import { createRemotesServer, createShellServer, listen } from 'dev-stack'
import type { RegisteredRemote, Registry, Release } from 'registry'
import { publish } from 'registry/store'
import { sessionForTests } from 'shared-auth/testing'
import { buildContracts, type ContractCopy, type ContractName, copyContracts, REMOTE } from './contract-versions'

const SECURITY = 'http://security.test/'
const API = 'http://api.test/'

/** A version of the contract, served. */
interface ServedContract extends ContractCopy {
  /** Origin of the shell that was built with it. */
  shellUrl: string
  /** The remote that was built with it, in the release store. */
  release: Release
}

/** A shell of every version of the contract, and one release store with a remote of each. */
export interface ContractSite {
  copies: ContractCopy[]
  at(version: ContractName): ServedContract
  /** Has the registry of a page name one remote, and no other. */
  register(page: Page, remote: RegisteredRemote): Promise<void>
  close(): Promise<void>
}

/** Builds and serves it: a minute's work for two cores. */
export async function serveContracts(): Promise<ContractSite> {
  const copies = await copyContracts()
  await buildContracts(copies)
  const store = await mkdtemp(join(tmpdir(), 'canje-contract-store-'))
  const remotes = await createRemotesServer(store)
  const registryUrl = `${await listen(remotes, 0)}/registry.json`
  const config = { securityUrl: SECURITY, apiUrl: API, registryUrl }
  const served = await Promise.all(
    copies.map(async (copy) => {
      const shell = await createShellServer(join(copy.root, 'shell/dist'), config)
      const { release } = await publish(store, join(copy.root, REMOTE, 'dist'))
      return { ...copy, shell, shellUrl: await listen(shell, 0), release }
    }),
  )
  let serial = 0
  return {
    copies,
    at(version) {
      const contract = served.find(({ name }) => name === version)
      if (!contract) throw new Error(`No ${version} is served.`)
      return contract
    },
    async register(page, remote) {
      serial += 1
      const registry: Registry = { schema: 2, serial, remotes: [remote] }
      await page.route(registryUrl, (route) => answer(route, registry))
    },
    async close() {
      await Promise.all([remotes, ...served.map(({ shell }) => shell)].map((server) => server.close()))
      await Promise.all([store, ...copies.map(({ root }) => root)].map((folder) => rm(folder, { recursive: true })))
    },
  }
}

/** Signs a page in, and answers it for the services: there is one user, Ana. */
export async function enter(page: Page): Promise<void> {
  await page.addInitScript((session) => void Object.assign(sessionStorage, session), sessionForTests())
  await page.route(`${SECURITY}**`, (route) => answer(route, { data: { id: 1 } }))
  await page.route(`${API}**`, (route) => answer(route, { data: [{ id: 1, name: 'Ana' }] }))
}

function answer(route: Route, json: unknown): Promise<void> {
  return route.fulfill({ json, headers: { 'access-control-allow-origin': '*' } })
}
