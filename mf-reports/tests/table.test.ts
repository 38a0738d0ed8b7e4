import { describeTable } from 'tab-testing'
import { report } from './tab'

describeTable(report)
