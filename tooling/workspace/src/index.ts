/** The packages of this repository, their builds and budgets, and utilities for commands. */
export { overBudget } from './budgets'
export { buildOutOfDate } from './build'
export { type ChildResult, runChild, runNode } from './child'
export { asCommandError, CommandError } from './command-error'
export { secondsSince } from './duration'
export { runRspack } from './rspack'
export { aborted, orAborted, Scope } from './scope'
export { findProjects, findRemotes, isRemote, type Package, ROOT, readPackage } from './workspace'
