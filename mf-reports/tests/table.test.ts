import { describeTable } from 'tab-testing'
import { report } from './section'

describeTable(report)
