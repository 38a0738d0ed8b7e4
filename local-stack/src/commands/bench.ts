/** `npm run bench`: the benchmarks, each against a reference measured in the same run. */
export { run } from 'bench'
