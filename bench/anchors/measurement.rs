//! What a run of an anchor measures, and the line that it prints: the fields of `ThroughputMeasurement` in
//! `bench/support/measurement.ts`.

use std::fs;
use std::time::Instant;

pub struct Run {
    started: Instant,
    cpu_micros: f64,
    resident_bytes: f64,
}

impl Run {
    pub fn start() -> Self {
        Run {
            started: Instant::now(),
            cpu_micros: cpu_micros(),
            resident_bytes: resident_bytes(),
        }
    }

    /// Prints one line of JSON. Call it while the program still holds its data.
    pub fn finish(self, records: u64, matches: i64) {
        let per_record = |total: f64| total / records as f64;
        println!(
            "{}",
            serde_json::json!({
                "recordsPerSecond": records as f64 / self.started.elapsed().as_secs_f64(),
                "bytesPerRecord": per_record(resident_bytes() - self.resident_bytes),
                "cpuMicrosPerRecord": per_record(cpu_micros() - self.cpu_micros),
                "matches": matches,
            })
        );
    }
}

/// Processor time of the process, in user and kernel mode.
fn cpu_micros() -> f64 {
    // SAFETY: zeroed bytes are a valid `rusage`, and `getrusage` writes no more than one.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_SELF, &mut usage);
        usage
    };
    let micros = |time: libc::timeval| time.tv_sec as f64 * 1e6 + time.tv_usec as f64;
    micros(usage.ru_utime) + micros(usage.ru_stime)
}

/// Linux only; 0 elsewhere.
fn resident_bytes() -> f64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kibibytes = line.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    kibibytes.unwrap_or(0.0) * 1024.0
}
