import { describeTable } from '@canje/tab-testing'
import { report } from './tab'

describeTable(report)
