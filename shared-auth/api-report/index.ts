/** The API report of the contract, and the version that its changes require (docs/contract.md). */
export { versionFinding } from './changes'
export { apiReport } from './report'
