import { rm } from 'node:fs/promises'
import { originOf, requireUsablePorts } from '@canje/cli/dev-stack'
import type { Scope } from '@canje/cli/project'
import { copyRepository } from 'repo/testing'
import { type DataServer, startDataServer } from '../tables/server'
import { type Command, startServer } from './command'

/** A dev server with hot reload, on its own copy of the working tree. */
export interface DevServer {
  origin: string
  /** Absolute path of the copy. */
  folder: string
  close(): Promise<void>
}

/** Number of rows in Codigos. */
export const CODES = 30

/** Starts `npm run dev` and the dev server of one bundle. Each watches its own copy of the sources. */
export async function startDevServers(scope: Scope): Promise<{ canje: DevServer; reference: DevServer }> {
  const { url } = await scope.open(startServices())
  const [shell, registry, bundle] = await freePorts()
  const services = { SECURITY_URL: url, API_URL: url }
  return {
    canje: await scope.open(
      serveCopy(shell, {
        executable: 'npm',
        args: ['run', 'dev'],
        env: { ...services, PORT: `${shell}`, REMOTES_PORT: `${registry}` },
      }),
    ),
    reference: await scope.open(
      serveCopy(bundle, {
        executable: process.execPath,
        args: ['--import', 'tsx', 'benchmarks/src/developers/serve-reference.ts'],
        env: { ...services, PORT: `${bundle}`, NODE_ENV: 'development' },
      }),
    ),
  }
}

async function serveCopy(port: number, command: Omit<Command, 'cwd'>): Promise<DevServer> {
  const folder = await copyRepository()
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const server = await startServer({ ...command, cwd: folder })
    const close = () => server.close().then(remove)
    return { origin: originOf(port), folder, close }
  } catch (error) {
    await remove()
    throw error
  }
}

async function startServices(): Promise<DataServer> {
  const server = await startDataServer()
  const jsonResponse = (data: unknown) => ({ type: 'application/json', body: Buffer.from(JSON.stringify({ data })) })
  const codes = Array.from({ length: CODES }, (_, id) => ({ id, name: `C${id}`, userName: null, used: 0, date: '' }))
  server.responses.set('CreateToken', jsonResponse('token'))
  server.responses.set('SelectCodes', jsonResponse(codes))
  return server
}

/** Finds twenty free consecutive ports: `npm run dev` uses one per remote after the registry's. */
async function freePorts(): Promise<[shell: number, registry: number, bundle: number]> {
  for (let first = 24_000; ; first += 20) {
    const ports = Array.from({ length: 20 }, (_, index) => [`${index}`, first + index] as const)
    const areFree = await requireUsablePorts(Object.fromEntries(ports)).then(
      () => true,
      () => false,
    )
    if (areFree) return [first, first + 1, first + 19]
  }
}
