/** The contract as text, and what a change of it asks of its version (docs/contract.md). */
export { versionFinding } from './changes'
export { currentVersion } from './files'
export { apiReport } from './report'
