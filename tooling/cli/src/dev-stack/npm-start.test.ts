import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, stat, writeFile } from 'node:fs/promises'
import { type ClientRequest, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { copyEmptyDatabase, expectOwnHostsOnly } from '@canje/reference-backend/testing'
import { readShellConfig, readState, stateUrl, unmetRequirements } from '@canje/registry'
import { exampleListing } from '@canje/registry/testing'
import { openStore, trustIn } from '@canje/release-store'
import { verifyRemote } from '@canje/release-store/verify'
import getPort from 'get-port'
import { ROOT } from 'repo'
import { beforeAll, expect, it, vi } from 'vitest'
import { requireUsablePorts } from './ports'

const TIMEOUT_MS = 600_000
const BODY = JSON.stringify({ prmnumber_codes: 1 })
const [PORT = 0, REMOTES_PORT = 0, SECURITY_PORT = 0, API_PORT = 0] = await Promise.all(
  [1, 2, 3, 4].map(() => getPort()),
)
const ports = { PORT, REMOTES_PORT, SECURITY_PORT, API_PORT }
const SEED = { SEED_USERS: '3', SEED_CODES: '5', SEED_SCORES: '4', SEED_REFERRALS: '2' }
/** The path of a response with the status 200, for each port. */
const listeners = [
  [ports.PORT, '/config.json'],
  [ports.REMOTES_PORT, '/mf-users/live.json'],
  [ports.SECURITY_PORT, '/health'],
  [ports.API_PORT, '/health'],
] as const
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canje-npm-start-'))
  await copyEmptyDatabase(join(folder, 'database'))
})

function npmStart(environment: Record<string, string>) {
  const settings = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)]))
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, DATA_DIR: folder, ...SEED, ...settings, ...environment }
  return spawn('npm', ['start', '--silent'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Makes every check of the states that the shell makes before it opens a tab. */
async function expectUsableStates(shellUrl: string) {
  const { storeUrl, authority } = await configOf(shellUrl)
  const { provides } = await jsonAt(`${shellUrl}/release.json`)
  expect(authority.findings).toEqual([])
  for (const { name } of authority.remotes) {
    const { remote } = await readState(await jsonAt(stateUrl(storeUrl, name)), { storeUrl, authority, name })
    expect(Object.keys(remote?.live.requires ?? {})).toContain('shared-auth')
    expect(unmetRequirements(remote?.live.requires ?? {}, provides)).toEqual([])
    expect(remote?.live.preload).toContainEqual(expect.stringMatching(/^Tab\.\w+\.js$/))
    const verified = await verifyRemote(openStore(join(folder, 'remotes')), name, trustIn(authority, name))
    expect(verified).toEqual({ findings: [], unfinished: [] })
  }
}

async function jsonAt(url: string) {
  return (await fetch(url)).json()
}

async function configOf(shellUrl: string) {
  return readShellConfig(await jsonAt(`${shellUrl}/config.json`))
}

/** Lists the remote of a team, as `release propose` prints it, in the shell that runs. */
async function expectListable(shellUrl: string) {
  const listing = exampleListing({ tab: { id: 'premios', label: 'Premios', order: 6 }, connect: ['https://maps.test'] })
  await writeFile(join(folder, 'remotes.json'), JSON.stringify({ 'mf-premios': listing }))
  expect((await configOf(shellUrl)).authority.remotes).toContainEqual({ ...listing, name: 'mf-premios' })
  expect((await fetch(`${shellUrl}/main`)).headers.get('content-security-policy')).toContain(' https://maps.test ')
}

/** The files and folders of a folder that other users of the machine may read or change. */
async function readableByOthers(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true })
  const paths = [directory, ...entries.map(({ parentPath, name }) => join(parentPath, name))]
  const modes = await Promise.all(paths.map(async (path) => (await stat(path)).mode))
  return paths.filter((_path, index) => ((modes[index] ?? 0) & 0o077) !== 0)
}

/** The origin that the info API allows, for a page of an origin. */
async function allowedOrigin(Origin: string): Promise<string | null> {
  const { headers } = await fetch(`http://localhost:${ports.API_PORT}/health`, { headers: { Origin } })
  return headers.get('Access-Control-Allow-Origin')
}

/** A request that creates a code and stays open, because the backend has its head but not its body. */
async function openCreation(): Promise<ClientRequest> {
  const token = await fetch(`http://localhost:${ports.SECURITY_PORT}/CreateToken`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username_input: 'admin', password_input: 'demo-1234' }),
  })
  const { data } = await token.json()
  const creation = request(`http://localhost:${ports.API_PORT}/InsertCodes`, {
    method: 'POST',
    agent: false,
    headers: {
      Authorization: `Bearer ${data}`,
      'Content-Type': 'application/json',
      'Content-Length': BODY.length,
      Expect: '100-continue',
    },
  })
  creation.flushHeaders()
  await once(creation, 'continue')
  return creation
}

it('npm start serves usable states, to its own hosts only, and on SIGTERM finishes running requests and frees its ports', {
  timeout: TIMEOUT_MS,
}, async () => {
  const npm = npmStart({ ALLOWED_HOSTS: 'canje.example,[::1]' })
  npm.stderr.pipe(process.stderr)
  for await (const line of createInterface({ input: npm.stdout })) {
    if (line === `Back office ready: http://localhost:${ports.PORT}`) break
  }
  expect(await readableByOthers(join(folder, 'database'))).toEqual([])
  await expectUsableStates(`http://localhost:${ports.PORT}`)
  await expectListable(`http://localhost:${ports.PORT}`)
  for (const [port, path] of listeners) await expectOwnHostsOnly(port, path, ['localhost.', 'canje.example', '[::1]'])
  expect(await allowedOrigin(`http://canje.example:${ports.PORT}`)).toBe(`http://canje.example:${ports.PORT}`)
  expect(await allowedOrigin(`http://rebound.example:${ports.PORT}`)).toBeNull()
  const sockets = Object.values(ports).map((port) => connect(port, 'localhost').on('error', () => undefined))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const creation = await openCreation()
  const response = once(creation, 'response')
  npm.kill('SIGTERM')
  const statusOfNewRequest = async () => (await fetch(`http://localhost:${ports.API_PORT}/health`)).status
  await expect.poll(statusOfNewRequest).toBe(503)
  creation.end(BODY)
  expect(await response).toMatchObject([{ statusCode: 200 }])
  // npm's shell ends at the signal, before the servers.
  await vi.waitFor(() => requireUsablePorts(ports))
})
