import { describeTable } from 'tab-testing'
import { section } from './section'

describeTable(section)
