/** The packages of this repository. */
export { findPackages, ROOT } from './workspace'
