import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRemotesServer, createShellServer, listen } from '@canje/cli/dev-stack'
import { proposedListing, readPackage } from '@canje/cli/project'
import { type RegisteredRemote, type Release, stateUrl } from '@canje/registry'
import { createTestKey, exampleState, signState } from '@canje/registry/testing'
import { openStore, publish } from '@canje/release-store'
import { sessionForTests } from '@canje/shared-auth/testing'
import type { Page, Route } from '@playwright/test'
import { ROOT } from 'repo'
import {
  buildContracts,
  type ContractCopy,
  type ContractName,
  type ContractVersion,
  copyContracts,
  REMOTE,
  shellDistOf,
} from './contract-versions'

/** URLs of the services that {@link stubServices} stubs. */
export const STUBBED_SERVICES = { securityUrl: 'http://security.test/', apiUrl: 'http://api.test/' }

/** A version of the contract, built and served. */
interface ServedContract extends ContractCopy {
  /** Origin of the shell built with this version. */
  shellUrl: string
  /** Release of the remote built with this version. */
  release: Release
}

/** One shell per version of the contract, and one release store with a remote of each version. */
export interface ContractSite {
  copies: ContractCopy[]
  at(version: ContractName): ServedContract
  /** Replaces the state of the remote in a page. */
  register(page: Page, remote: RegisteredRemote): Promise<void>
  close(): Promise<void>
}

/** Builds and serves versions. All four take about a minute on two cores. */
export async function serveContracts(versions: ContractVersion[]): Promise<ContractSite> {
  const copies = await copyContracts(versions)
  await buildContracts(copies)
  const store = await mkdtemp(join(tmpdir(), 'canje-contract-store-'))
  const remotes = await createRemotesServer(store)
  const storeUrl = await listen(remotes, 0)
  const key = await createTestKey()
  const listing = proposedListing(readPackage(join(ROOT, REMOTE)), [key.publicKey])
  const trust = { storeId: 'store-1', operatorKeys: [key.publicKey], remotes: { [REMOTE]: listing } }
  const config = { ...STUBBED_SERVICES, storeUrl, ...trust }
  const served = await Promise.all(
    copies.map(async (copy) => {
      const shell = await createShellServer(shellDistOf(copy), config)
      const { release } = await publish(openStore(store), join(copy.root, REMOTE, 'dist'))
      return { ...copy, shell, shellUrl: await listen(shell, 0), release }
    }),
  )
  let n = 0
  return {
    copies,
    at(version) {
      const contract = served.find(({ name }) => name === version)
      if (!contract) throw new Error(`The contract version ${version} is not served.`)
      return contract
    },
    async register(page, { name, live, previous }) {
      n += 1
      const state = await signState(exampleState({ name, n, live, previous }), key)
      await page.route(stateUrl(storeUrl, name), (route) => respond(route, state))
    },
    async close() {
      await Promise.all([remotes, ...served.map(({ shell }) => shell)].map((server) => server.close()))
      await Promise.all([store, ...copies.map(({ root }) => root)].map((folder) => rm(folder, { recursive: true })))
    },
  }
}

/** Stores a session in a page, and stubs the services with one user, Ana, who has referred nobody. */
export async function stubServices(page: Page): Promise<void> {
  await page.addInitScript((session) => void Object.assign(sessionStorage, session), sessionForTests())
  await page.route(`${STUBBED_SERVICES.securityUrl}**`, (route) => respond(route, { data: { id: 1 } }))
  await page.route(`${STUBBED_SERVICES.apiUrl}**`, (route) => respond(route, { data: [{ id: 1, name: 'Ana' }] }))
  await page.route(`${STUBBED_SERVICES.apiUrl}SelectScoreReferrals`, (route) => respond(route, { data: [] }))
}

function respond(route: Route, json: unknown): Promise<void> {
  return route.fulfill({ json, headers: { 'access-control-allow-origin': '*' } })
}
