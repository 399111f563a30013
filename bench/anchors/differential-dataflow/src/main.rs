//! The chains of four generations of `bench/support/workload.ts` in differential dataflow: one thread, in memory, one
//! epoch for every 256 records. The collections hold ids, and with `values` also the file of each process; no other
//! property is kept.
//!
//!     weir-anchor-differential-dataflow FILE every|values

#[path = "../../measurement.rs"]
mod measurement;

use std::cell::Cell;
use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{BufRead, BufReader};
use std::rc::Rc;

use differential_dataflow::input::{Input, InputSession};
use differential_dataflow::Data;
use measurement::Run;
use serde::Deserialize;
use timely::dataflow::operators::probe::Handle;

const EPOCH_RECORDS: u64 = 256;

#[derive(Deserialize)]
struct Process {
    customer: String,
    sensor: String,
    pid: u64,
    ppid: u64,
    file: String,
}

impl Process {
    fn id_of(&self, pid: u64) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.customer, &self.sensor, pid).hash(&mut hasher);
        hasher.finish()
    }
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (path, with_values) = (args[1].clone(), args[2] == "values");
    timely::execute_directly(move |worker| {
        let matches = Rc::new(Cell::new(0i64));
        let counted = matches.clone();
        let probe = Handle::new();
        let (mut processes, mut parents) = worker.dataflow::<u32, _, _>(|scope| {
            let (processes_input, processes) = scope.new_collection::<(u64, String), isize>();
            let (parents_input, parents) = scope.new_collection::<(u64, (u64, u64)), isize>();
            // A chain is a -> b -> c -> d. `value` is what a result contains of `a`.
            let by_child = parents.clone().map(|(a, (_, b))| (a, b)).arrange_by_key();
            let by_parent = parents.map(|(_, (value, b))| (b, value)).arrange_by_key();
            let by_grandparent = by_parent
                .join_core(by_child.clone(), |_b, value, c| Some((*c, *value)))
                .arrange_by_key();
            let chains = by_grandparent.join_core(by_child, |_c, value, d| Some((*d, *value)));
            if with_values {
                chains
                    .join_map(processes, |_d, value, file| (*value, file.clone()))
                    .inspect(move |(_, _, change)| counted.set(counted.get() + *change as i64))
                    .probe_with(&probe);
            } else {
                chains
                    .map(|(_d, value)| value)
                    .distinct()
                    .inspect(move |(_, _, change)| counted.set(counted.get() + *change as i64))
                    .probe_with(&probe);
            }
            (processes_input, parents_input)
        });

        let run = Run::start();
        let mut records = 0;
        let mut epoch = 0;
        for line in BufReader::new(File::open(path).expect("the file of events")).lines() {
            let process: Process =
                serde_json::from_str(&line.expect("a line")).expect("a process event");
            let id = process.id_of(process.pid);
            if process.ppid != 0 {
                let value = if with_values { process.pid } else { id };
                parents.insert((id, (value, process.id_of(process.ppid))));
            }
            if with_values {
                processes.insert((id, process.file));
            }
            records += 1;
            if records % EPOCH_RECORDS == 0 {
                epoch += 1;
                advance(&mut processes, epoch);
                advance(&mut parents, epoch);
                worker.step_while(|| probe.less_than(&epoch));
            }
        }
        epoch += 1;
        advance(&mut processes, epoch);
        advance(&mut parents, epoch);
        worker.step_while(|| probe.less_than(&epoch));
        run.finish(records, matches.get());
    });
}

fn advance<D: Data>(input: &mut InputSession<u32, D, isize>, epoch: u32) {
    input.advance_to(epoch);
    input.flush();
}
