import { startProduct } from 'repo/testing'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    shellUrl: string
    /** Absolute path of the folder with the release store and its key. */
    dataFolder: string
  }
}

/** Runs `npm start` on free ports. @returns the teardown */
export default async function startOnFreePorts({ provide }: TestProject) {
  const { shellUrl, environment, close } = await startProduct()
  provide('shellUrl', shellUrl)
  provide('dataFolder', environment.DATA_DIR ?? '')
  return close
}
