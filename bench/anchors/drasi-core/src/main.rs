//! The chains of four generations of `bench/support/workload.ts` as a continuous query of Drasi: one thread, the
//! in-memory index, one source change for each process and one for the edge to its parent. A process keeps all its
//! properties.
//!
//!     weir-anchor-drasi-core FILE every|values

#[path = "../../measurement.rs"]
mod measurement;

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::os::fd::{AsRawFd, RawFd};
use std::sync::Arc;

use drasi_core::evaluation::context::QueryPartEvaluationContext;
use drasi_core::evaluation::functions::metadata::ElementId;
use drasi_core::evaluation::functions::{Function, FunctionRegistry};
use drasi_core::models::{
    Element, ElementMetadata, ElementPropertyMap, ElementReference, SourceChange,
};
use drasi_core::query::{ContinuousQuery, QueryBuilder};
use drasi_query_cypher::CypherParser;
use measurement::Run;
use serde_json::{Map, Value};

/// With labels on the nodes, Drasi needs a sixth less processor time; all nodes here have this label.
const CHAIN: &str =
    "MATCH (a:process)-[:parent]->(b:process)-[:parent]->(c:process)-[:parent]->(d:process)";

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let returned = if args[2] == "values" {
        "a.pid AS pid, d.file AS ancestor"
    } else {
        "elementId(a) AS id"
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .expect("a runtime");
    runtime.block_on(measure(&args[1], &format!("{CHAIN} RETURN {returned}")));
}

async fn measure(path: &str, query: &str) {
    let functions = Arc::new(FunctionRegistry::new());
    functions.register_function("elementId", Function::Scalar(Arc::new(ElementId {})));
    let parser = Arc::new(CypherParser::new(functions.clone()));
    let query = QueryBuilder::new(query, parser)
        .with_function_registry(functions)
        .build()
        .await;

    // The hash function of the crate `hashers`, which Drasi uses, prints two lines for each match.
    let output = silence_output();
    let run = Run::start();
    let labels = [
        Arc::from([Arc::from("process")]),
        Arc::from([Arc::from("parent")]),
    ];
    let mut records = 0;
    let mut matches = 0;
    for line in BufReader::new(File::open(path).expect("the file of events")).lines() {
        let process: Map<String, Value> =
            serde_json::from_str(&line.expect("a line")).expect("a process event");
        let [id, parent] = ["pid", "ppid"].map(|pid| reference(&process, pid));
        let effective_from = process["time"].as_u64().expect("a time");
        let metadata = |reference: ElementReference, labels: &Arc<[Arc<str>]>| ElementMetadata {
            reference,
            labels: labels.clone(),
            effective_from,
        };
        let node = Element::Node {
            metadata: metadata(id.clone(), &labels[0]),
            properties: ElementPropertyMap::from(&process),
        };
        matches += insert(&query, node).await;
        if process["ppid"] != 0 {
            let edge = Element::Relation {
                metadata: metadata(ElementReference::new("parent", &id.element_id), &labels[1]),
                in_node: id,
                out_node: parent,
                properties: ElementPropertyMap::new(),
            };
            matches += insert(&query, edge).await;
        }
        records += 1;
    }
    restore_output(output);
    run.finish(records, matches);
}

/// Sends standard output to nowhere, and returns a copy of its descriptor.
fn silence_output() -> RawFd {
    let nowhere = File::create("/dev/null").expect("/dev/null");
    // SAFETY: both calls only change descriptors, and standard output is open.
    unsafe {
        let output = libc::dup(libc::STDOUT_FILENO);
        libc::dup2(nowhere.as_raw_fd(), libc::STDOUT_FILENO);
        output
    }
}

fn restore_output(output: RawFd) {
    // SAFETY: `output` is an open descriptor that nothing else owns.
    unsafe {
        libc::dup2(output, libc::STDOUT_FILENO);
        libc::close(output);
    }
}

fn reference(process: &Map<String, Value>, pid: &str) -> ElementReference {
    let text = |key: &str| process[key].as_str().expect("a text");
    ElementReference::new(
        "process",
        &format!("{}/{}/{}", text("customer"), text("sensor"), process[pid]),
    )
}

/// Returns the matches that appeared less those that disappeared.
async fn insert(query: &ContinuousQuery, element: Element) -> i64 {
    let results = query
        .process_source_change(SourceChange::Insert { element })
        .await
        .expect("a change");
    let change = |result: &QueryPartEvaluationContext| match result {
        QueryPartEvaluationContext::Adding { .. } => 1,
        QueryPartEvaluationContext::Removing { .. } => -1,
        _ => 0,
    };
    results.iter().map(change).sum()
}
