import { describeTable } from 'tab-testing'
import { scores } from './section'

describeTable(scores)
