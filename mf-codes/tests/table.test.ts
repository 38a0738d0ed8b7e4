import { describeTable } from '@canje/tab-testing'
import { codes } from './tab'

describeTable(codes)
