import { run as build } from '@canje/cli/project/build'
import { findProjects } from '../workspace'

/** `npm run build`: as `canje build`, with the shell. */
export function run(args: string[], stop: AbortSignal): Promise<number> {
  return build(args, stop, findProjects)
}
