//! The GradBench tool of the examples: the protocol, small cases worked out by hand, and recorded
//! outputs.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

#[path = "../examples/gradbench/protocol.rs"]
mod protocol;

use protocol::{Error, answer, guarded, serve};

/// The response to a message.
fn ask(message: &Value) -> Value {
    let response = answer(&message.to_string()).expect("a message of the protocol");
    serde_json::from_str(&response).expect("a response in JSON")
}

/// The output of a function that is to succeed.
fn output(module: &str, function: &str, input: &Value) -> Value {
    let message = json!({"id": 7, "kind": "evaluate", "module": module, "function": function,
        "input": input});
    let mut response = ask(&message);
    assert_eq!(response["success"], true, "{module} {function}: {}", response["error"]);
    assert_eq!(response["id"], 7);
    assert_eq!(response["timings"][0]["name"], "evaluate");
    response["output"].take()
}

/// The error of a function that is to fail.
fn failure(module: &str, function: &str, input: &Value) -> String {
    let message = json!({"id": 7, "kind": "evaluate", "module": module, "function": function,
        "input": input});
    let response = ask(&message);
    assert_eq!(response["success"], false, "{module} {function}");
    assert_eq!(response.get("output"), None);
    response["error"].as_str().expect("an error").to_owned()
}

/// The same shape, and numbers that differ by rounding only.
#[track_caller]
fn assert_close(actual: &Value, expected: &Value) {
    let mut pairs = Vec::new();
    pair_up(actual, expected, &mut pairs);
    let largest = pairs.iter().fold(0.0, |largest: f64, (_, expected)| largest.max(expected.abs()));
    for (actual, expected) in pairs {
        assert!((actual - expected).abs() <= 1e-10 * largest, "{actual} instead of {expected}");
    }
}

#[track_caller]
fn pair_up(actual: &Value, expected: &Value, pairs: &mut Vec<(f64, f64)>) {
    match (actual, expected) {
        (Value::Array(a), Value::Array(e)) => {
            assert_eq!(a.len(), e.len(), "{actual} instead of {expected}");
            for (a, e) in a.iter().zip(e) {
                pair_up(a, e, pairs);
            }
        }
        (Value::Object(a), Value::Object(e)) => {
            assert!(a.keys().eq(e.keys()), "{actual} instead of {expected}");
            for (a, e) in a.values().zip(e.values()) {
                pair_up(a, e, pairs);
            }
        }
        _ => match (actual.as_f64(), expected.as_f64()) {
            (Some(a), Some(e)) => pairs.push((a, e)),
            _ => panic!("{actual} instead of {expected}"),
        },
    }
}

#[test]
fn a_session_is_answered_line_by_line() {
    let session = concat!(
        r#"{"id":0,"kind":"start","eval":"hello"}"#,
        "\n",
        r#"{"id":1,"kind":"define","module":"hello"}"#,
        "\r\n\n",
        r#"{"id":2,"kind":"analysis","of":1,"valid":true}"#,
        "\n",
        r#"{"id":3,"kind":"define","module":"nonesuch"}"#,
        "\n",
        r#"{"id":4,"kind":"end"}"#,
    );
    let mut responses = Vec::new();
    serve(session.as_bytes(), &mut responses).expect("a session");
    let responses = String::from_utf8(responses).expect("text");
    let expected = [
        r#"{"id":0,"tool":"autodiff-rs"}"#,
        r#"{"id":1,"success":true}"#,
        r#"{"id":2}"#,
        r#"{"id":3,"success":false,"error":"there is no module \"nonesuch\""}"#,
        r#"{"id":4}"#,
    ];
    assert_eq!(responses.lines().collect::<Vec<_>>(), expected);
    assert!(responses.ends_with('\n'));
}

#[test]
fn every_module_is_defined() {
    for module in ["hello", "llsq", "lse", "gmm", "lstm", "ode", "det"] {
        let response = ask(&json!({"id": 1, "kind": "define", "module": module}));
        assert_eq!(response, json!({"id": 1, "success": true}));
    }
}

#[test]
fn what_is_no_message_is_an_error() {
    for line in [
        "square 3",
        "{",
        "[]",
        "null",
        r#"{"id":0,"kind":"start"} x"#,
        r#"{"kind":"start"}"#,
        r#"{"id":0}"#,
        r#"{"id":"0","kind":"start"}"#,
        r#"{"id":0,"kind":1}"#,
        r#"{"id":0,"kind":"define"}"#,
        r#"{"id":0,"kind":"define","module":3}"#,
        r#"{"id":0,"kind":"evaluate","module":"hello","input":1.0}"#,
        r#"{"id":0,"kind":"evaluate","function":"square","input":1.0}"#,
    ] {
        assert!(matches!(answer(line), Err(Error::Malformed(_))), "{line}");
    }
}

#[test]
fn an_error_names_its_line_and_earlier_responses_are_written() {
    let mut responses = Vec::new();
    let error = serve(&b"{\"id\":0,\"kind\":\"start\"}\n\nnonsense\n"[..], &mut responses)
        .expect_err("line 3");
    assert_eq!(error.to_string(), "line 3: malformed message: expected ident at column 2");
    assert_eq!(responses, b"{\"id\":0,\"tool\":\"autodiff-rs\"}\n");

    let error = serve(&b"\xff\n"[..], &mut responses).expect_err("no text");
    assert!(error.to_string().starts_with("line 1: malformed message: invalid utf-8"), "{error}");
}

#[test]
fn what_cannot_be_evaluated_is_a_failure() {
    assert_eq!(failure("nonesuch", "primal", &json!(1.0)), r#"there is no module "nonesuch""#);
    assert_eq!(
        failure("lse", "jacobian", &json!({"x": [1.0]})),
        r#"the module "lse" has no function "jacobian""#
    );
    let one_component = json!({"d": 1, "k": 1, "n": 1, "x": [[0.0]], "m": 0, "gamma": 1.0,
        "alpha": [0.0], "mu": [[0.0]], "q": [[0.0]], "l": [[]]});
    output("gmm", "objective", &one_component);
    let mut ragged = one_component.clone();
    ragged["x"] = json!([[0.0, 1.0]]);
    let mut none = one_component;
    none["k"] = json!(0);
    for (module, input) in [
        ("hello", json!("one")),
        ("hello", Value::Null),
        ("llsq", json!({"x": [1.0]})),
        ("llsq", json!({"x": [1.0], "n": -1})),
        ("llsq", json!({"x": [1.0], "n": 3, "min_runs": -1})),
        ("lse", json!({"x": []})),
        ("lse", json!({"x": [[1.0]]})),
        ("lse", json!([1.0])),
        ("gmm", ragged),
        ("gmm", none),
        ("lstm", json!({"main_params": [], "extra_params": [], "state": [], "sequence": []})),
        ("ode", json!({"x": [], "s": 1})),
        ("det", json!({"A": [1.0, 2.0, 3.0], "ell": 2})),
        ("det", json!({"A": [], "ell": 0})),
    ] {
        for function in functions(module) {
            let error = failure(module, function, &input);
            assert!(error.starts_with("the input does not fit: "), "{module} {input}: {error}");
        }
    }
}

fn functions(module: &str) -> [&'static str; 2] {
    match module {
        "hello" => ["square", "double"],
        "gmm" | "lstm" => ["objective", "jacobian"],
        _ => ["primal", "gradient"],
    }
}

#[test]
fn a_panic_is_a_failure() {
    let of_text = guarded(|| -> Result<(), String> { panic!("no more") });
    assert_eq!(of_text, Err("the evaluation panicked: no more".to_owned()));
    let of_index = guarded(|| Ok([1.0][std::hint::black_box(3)]));
    assert!(
        of_index.expect_err("index").starts_with("the evaluation panicked: index out of bounds")
    );
}

#[test]
fn runs_are_repeated_as_asked() {
    let evaluate = |runs: Value| {
        let mut input = json!({"x": [0.5, 0.25], "n": 40});
        input.as_object_mut().expect("fields").extend(runs.as_object().expect("fields").clone());
        ask(&json!({"id": 1, "kind": "evaluate", "module": "llsq", "function": "primal",
                "input": input}))
    };
    let timings = |response: &Value| response["timings"].as_array().expect("timings").clone();
    assert_eq!(timings(&evaluate(json!({}))).len(), 1);
    assert_eq!(timings(&evaluate(json!({"min_runs": 5, "min_seconds": 0}))).len(), 5);

    let timings = timings(&evaluate(json!({"min_runs": 1, "min_seconds": 0.002})));
    let nanoseconds = |timing: &Value| timing["nanoseconds"].as_u64().expect("nanoseconds");
    let (last, earlier) = timings.split_last().expect("a run");
    let earlier: u64 = earlier.iter().map(nanoseconds).sum();
    assert!(earlier < 2_001_000 && earlier + nanoseconds(last) >= 2_000_000 - 1_000);
    assert!(timings.iter().all(|timing| timing["name"] == "evaluate"));
}

#[test]
fn hello() {
    assert_eq!(output("hello", "square", &json!(3.0)), json!(9.0));
    assert_close(&output("hello", "double", &json!(3)), &json!(6.0));
}

#[test]
fn llsq_of_a_line() {
    // t = −1, 0, 1 with the signs −1, 0, 1; the differences are −1, −½ and 0.
    let input = json!({"x": [0.5, 0.5], "n": 3});
    assert_close(&output("llsq", "primal", &input), &json!(0.625));
    assert_close(&output("llsq", "gradient", &input), &json!([1.5, -1.0]));
}

#[test]
fn lse_is_shift_invariant() {
    let log3 = 3.0_f64.ln();
    let input = json!({"x": [1000.0, 1000.0 + log3]});
    assert_close(&output("lse", "primal", &input), &json!(1000.0 + 4.0_f64.ln()));
    assert_close(&output("lse", "gradient", &input), &json!([0.25, 0.75]));
}

#[test]
fn gmm_of_one_component() {
    // With one component alpha cancels; the rest is a normal density and a gamma density.
    let (mu, q, gamma, m, x) = (0.25, 0.5_f64, 1.5_f64, 2, [1.0, -0.5]);
    let input = json!({"d": 1, "k": 1, "n": 2, "x": [[x[0]], [x[1]]], "m": m, "gamma": gamma,
        "alpha": [0.75], "mu": [[mu]], "q": [[q]], "l": [[]]});
    let precision = (2.0 * q).exp();
    let [u, v] = x.map(|x| x - mu);
    let normal = 2.0 * q - 0.5 * precision * (u * u + v * v) - std::f64::consts::TAU.ln();
    // n' = 4: Γ(2) = 1.
    let wishart =
        4.0 * (gamma.ln() - 0.5 * 2.0_f64.ln()) - 0.5 * gamma * gamma * precision + m as f64 * q;
    assert_close(&output("gmm", "objective", &input), &json!(normal + wishart));
    let q_bar = 2.0 - precision * (u * u + v * v) - gamma * gamma * precision + m as f64;
    let gradient =
        json!({"alpha": [0.0], "mu": [[precision * (u + v)]], "q": [[q_bar]], "l": [[]]});
    assert_close(&output("gmm", "jacobian", &input), &gradient);
}

#[test]
fn lstm_that_remembers_nothing() {
    // All weights are zero: the hidden state stays zero and the output is its bias.
    let bias = [0.5_f64, -1.0];
    let sequence = [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]];
    let none = [0.0; 2];
    let weights = [0.0; 8];
    let input = json!({"main_params": [weights, weights], "extra_params": [none, none, bias],
        "state": [none, none], "sequence": sequence});
    let sum = 2.0 + bias[0].exp() + bias[1].exp();
    let loss = -(bias[0] + 2.0 * bias[1] - 3.0 * sum.ln()) / 4.0;
    assert_close(&output("lstm", "objective", &input), &json!(loss));
    let mut gradient = vec![0.0; 22];
    gradient[20] = -(1.0 - 3.0 * bias[0].exp() / sum) / 4.0;
    gradient[21] = -(2.0 - 3.0 * bias[1].exp() / sum) / 4.0;
    assert_close(&output("lstm", "jacobian", &input), &json!(gradient));
}

#[test]
fn ode_is_exact_for_polynomials() {
    // y₀ = x₀ t and y₁ = ½ x₀ x₁ t², at t = 2.
    let input = json!({"x": [0.5, 3.0], "s": 4});
    assert_close(&output("ode", "primal", &input), &json!([1.0, 3.0]));
    assert_close(&output("ode", "gradient", &input), &json!([6.0, 1.0]));
    assert_close(&output("ode", "gradient", &json!({"x": [0.5], "s": 3})), &json!([2.0]));
}

#[test]
fn det_of_small_matrices() {
    let input = json!({"A": [1.0, 2.0, 3.0, 5.0], "ell": 2});
    assert_close(&output("det", "primal", &input), &json!(-1.0));
    assert_close(&output("det", "gradient", &input), &json!([5.0, -3.0, -2.0, 1.0]));
    let input = json!({"A": [-2.0], "ell": 1});
    assert_close(&output("det", "primal", &input), &json!(-2.0));
    assert_close(&output("det", "gradient", &input), &json!([1.0]));
}

/// A directory of recorded data that is not part of the repository, if it is there.
fn recorded(directory: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data").join(directory);
    path.is_dir().then_some(path)
}

fn read_json(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).expect("a readable file");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn recorded_outputs_are_met() {
    let Some(golden) = recorded("golden") else {
        return;
    };
    for name in [
        "llsq_primal",
        "llsq_gradient",
        "lse_primal",
        "lse_gradient",
        "lstm_objective",
        "lstm_jacobian",
        "ode_primal",
        "ode_gradient",
        "det_primal",
        "det_gradient",
    ] {
        let case = read_json(&golden.join(name).with_extension("json"));
        let (module, function) = name.split_once('_').expect("module and function");
        assert_close(&output(module, function, &case["input"]), &case["output"]);
    }
}

#[test]
fn recorded_mixtures_are_met() {
    let (Some(golden), Some(data)) = (recorded("golden"), recorded("gmm")) else {
        return;
    };
    for name in ["gmm_d2_K5", "gmm_d10_K25", "gmm_d32_K50"] {
        let expected = &read_json(&golden.join(name).with_extension("json"))["output"];
        let text = std::fs::read_to_string(data.join(name).with_extension("txt"))
            .expect("a readable file");
        let input = mixture(&text);
        assert_close(&output("gmm", "objective", &input), &expected["value"]);

        let gradient = output("gmm", "jacobian", &input);
        let mut pairs = Vec::new();
        pair_up(&gradient, &gradient, &mut pairs);
        let norm = pairs.iter().map(|(bar, _)| bar * bar).sum::<f64>().sqrt();
        assert_close(&json!(norm), &expected["gradient_norm"]);
        // Of the largest only the norm is recorded.
        if let Some(expected) = expected.get("gradient") {
            assert_close(&gradient, expected);
        }
    }
}

/// The eval's input from a file in ADBench's format: d k n; alpha; the means; per component q and
/// l; the points; gamma m.
fn mixture(text: &str) -> Value {
    let mut words = text.split_whitespace();
    let mut sizes = words.by_ref().take(3).map(|word| word.parse::<usize>().expect("a size"));
    let (Some(d), Some(k), Some(n)) = (sizes.next(), sizes.next(), sizes.next()) else {
        panic!("three sizes")
    };
    let mut row = |width: usize| -> Vec<f64> {
        words.by_ref().take(width).map(|word| word.parse().expect("a number")).collect()
    };
    let alpha = row(k);
    let mu: Vec<_> = (0..k).map(|_| row(d)).collect();
    let (q, l): (Vec<_>, Vec<_>) = (0..k).map(|_| (row(d), row(d * (d - 1) / 2))).unzip();
    let x: Vec<_> = (0..n).map(|_| row(d)).collect();
    let prior = row(2);
    json!({"d": d, "k": k, "n": n, "x": x, "alpha": alpha, "mu": mu, "q": q, "l": l,
        "gamma": prior[0], "m": prior[1] as usize})
}
