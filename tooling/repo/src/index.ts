/** The packages of this repository. */
export { findPackages, findProjects, ROOT } from './workspace'
