/** Utilities for tests. */
export { copyRepository } from './repository-copy'
