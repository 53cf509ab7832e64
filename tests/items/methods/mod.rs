//! Methods, and which one a call resolves to.

mod method_lookup;
mod method_lookup_of_traits;
mod method_parameters;
mod methods;
mod methods_named_as_std;
mod returned_named_as_std;
mod unknown_methods;
