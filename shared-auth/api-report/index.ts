/** The API report of the contract, and the version that its changes require (docs/contract.md). */

export { apiReport } from './api-report'
export { versionFinding } from './changes'
