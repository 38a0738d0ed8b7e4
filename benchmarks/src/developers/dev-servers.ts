import { rm } from 'node:fs/promises'
import type { Scope } from '@canje/cli/project'
import { copyRepository, openProduct, ownEnvironment } from 'repo/testing'
import { type DataServer, startDataServer } from '../tables/server'

/** A dev server with hot reload, on its own copy of the working tree. */
export interface DevServer {
  origin: string
  /** Absolute path of the copy. */
  folder: string
  close(): Promise<void>
}

/** Number of rows in Codigos. */
export const CODES = 30
/** In each copy. */
const REFERENCE = 'benchmarks/src/developers/serve-reference.ts'

/** Starts `npm run dev` and the dev server of one bundle. Each watches its own copy of the sources. */
export async function startDevServers(scope: Scope): Promise<{ canje: DevServer; reference: DevServer }> {
  const { url } = await scope.open(startServices())
  return {
    canje: await scope.open(serveCopy(['npm', 'run', 'dev'], url)),
    reference: await scope.open(serveCopy([process.execPath, '--import', 'tsx', REFERENCE, 'dev'], url)),
  }
}

/** @param command prints the line of `npm start` once staff can sign in */
async function serveCopy(command: [string, ...string[]], services: string): Promise<DevServer> {
  const folder = await copyRepository()
  const remove = () => rm(folder, { recursive: true, force: true })
  const environment = { ...ownEnvironment(), SECURITY_URL: services, API_URL: services }
  try {
    const { shellUrl, close } = await openProduct(folder, command, environment)
    return { origin: shellUrl, folder, close: () => close().then(remove) }
  } catch (error) {
    await remove()
    throw error
  }
}

async function startServices(): Promise<DataServer> {
  const server = await startDataServer()
  const jsonResponse = (data: unknown) => Buffer.from(JSON.stringify({ data }))
  const codes = Array.from({ length: CODES }, (_, id) => ({ id, name: `C${id}`, userName: null, used: 0, date: '' }))
  server.responses.set('CreateToken', jsonResponse('token'))
  server.responses.set('SelectCodes', jsonResponse(codes))
  return server
}
