/** One project, the shell or a remote: its manifest, build and budget. Also utilities for commands. */
export { askHidden, type TerminalInput } from './ask-hidden'
export { downloadSize, overBudget } from './budgets'
export { buildOutOfDate } from './build'
export { runChild, runNode } from './child'
export { asCommandError, CommandError, UsageError } from './command-error'
export { secondsSince } from './duration'
export { programOf } from './program'
export {
  findRemotes,
  hasTab,
  isRemote,
  type Package,
  packagesIn,
  proposedListing,
  readPackage,
  repositoryOf,
  requireProjects,
  requireRemotes,
  requireSettings,
  withOrigins,
} from './project'
export { runRspack } from './rspack'
export { Scope, untilStopped } from './scope'
