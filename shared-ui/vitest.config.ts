import { configDefaults, defineConfig } from 'vitest/config'
import { documentTests, nodeTests } from '../vitest.base.ts'

/** Tests of rows alone. To load jsdom and PrimeReact for each would take longer than most of them do. */
const ROWS = [
  'src/rows/{arrange,columns,csv,csv-injection,csv.seeded,numeric-text,parse-rows}.test.ts',
  'src/rows-worker/{csv-writer,row-scanner,sort-rows,worker}.test.ts',
]

export default defineConfig({
  test: {
    projects: [
      nodeTests({ name: 'rows', include: ROWS }),
      documentTests({
        name: 'page',
        exclude: [...configDefaults.exclude, ...ROWS],
        setupFiles: './src/testing/setup.ts',
      }),
    ],
  },
})
