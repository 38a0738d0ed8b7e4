import { describeTable } from '@canje/tab-testing'
import { beforeAll } from 'vitest'
import { seedCodes } from './seed-codes'
import { codes } from './tab'

// Another file of the worker may have deleted codes.
beforeAll(seedCodes)

describeTable(codes)
